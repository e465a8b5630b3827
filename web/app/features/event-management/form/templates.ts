import type { TermKind } from '#contract/event/term-kind.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { generalCategories } from './bulk-categories.ts'
import {
  blankCancellationTier,
  blankCategory,
  blankModality,
  blankProduct,
  blankQuestion,
  blankSize,
  blankTerm,
  type EventForm,
} from './event-form.ts'
import { leastFee } from './offer.ts'

interface Template {
  name: string
  distances: readonly string[]
  kit: string
  sizes: readonly string[]
  isFree?: boolean
}

export const TEMPLATES: readonly Template[] = [
  {
    name: '5 km + 10 km com camiseta',
    distances: ['5 km', '10 km'],
    kit: 'Kit com camiseta',
    sizes: ['P', 'M', 'G', 'GG'],
  },
  {
    name: '5 km + 10 km + 21 km com camiseta',
    distances: ['5 km', '10 km', '21 km'],
    kit: 'Kit com camiseta',
    sizes: ['P', 'M', 'G', 'GG'],
  },
  { name: '5 km gratuita', distances: ['5 km'], kit: 'Inscrição', sizes: [], isFree: true },
]

const TERMS: readonly (readonly [name: string, kind: TermKind, description: string])[] = [
  [
    'Responsabilidade',
    'contract',
    'Declaro que estou em boas condições de saúde, que treinei para a prova e que participo por minha livre vontade, seguindo o regulamento e as orientações da organização.',
  ],
  [
    'Uso de imagem',
    'consent',
    'Autorizo o uso gratuito da minha imagem, em fotos e vídeos feitos durante o evento, para a divulgação dele e de suas próximas edições.',
  ],
]

/** Adds a template's distances, kit, terms and cancellation policy to the form. Typed values stay. */
export function withTemplate(form: EventForm, template: Template, fees: FeePolicy): EventForm {
  const { distances, kit, sizes, isFree = false } = template
  return {
    ...form,
    type: form.type || 'Corrida de rua',
    start_time: form.start_time || '07:00',
    is_free: isFree,
    modalities: distances.map((modality_name) => ({
      ...blankModality(),
      modality_name,
      categories: generalCategories().map((category) => ({ ...blankCategory(), ...category })),
    })),
    products: [
      {
        ...blankProduct([], leastFee(fees, isFree ? 0 : null)),
        name: kit,
        value: isFree ? '0.00' : '',
        shirt_sizes: sizes.map((size) => blankSize(size)),
      },
    ],
    payment_methods: form.payment_methods.map((method) => ({ ...method, status: isFree ? 0 : 1 })),
    terms: TERMS.map(([name, kind, description]) => ({ ...blankTerm(), name, kind, description })),
    questionnaires: [{ ...blankQuestion(), description: 'É a sua primeira corrida?' }],
    cancellation_tiers: isFree
      ? []
      : [{ ...blankCancellationTier(), days_before: '30', refund_rate: '80.00' }],
  }
}

/** The values that a template fills. */
const FILLED = [
  'type',
  'start_time',
  'is_free',
  'contact_email',
  'modalities',
  'products',
  'payment_methods',
  'terms',
  'questionnaires',
  'cancellation_tiers',
] as const satisfies readonly (keyof EventForm)[]
type Filled = Pick<EventForm, (typeof FILLED)[number]>

/** A copy, because react-hook-form changes the items of lists in place. */
export const filledOf = (form: EventForm): Filled =>
  structuredClone(Object.fromEntries(FILLED.map((field) => [field, form[field]])) as Filled)

/** A template, and what it filled: before and after. */
export interface ChosenTemplate {
  name: string
  before: Filled
  after: Filled
}

/** Whether the form began with the template: an item of it is still there. */
export const holdsTemplate = ({ after }: ChosenTemplate, { modalities }: Pick<EventForm, 'modalities'>) =>
  modalities.some(({ modality_id: id }) => after.modalities.some((one) => one.modality_id === id))

/** Whether undoing the template would lose what was typed since. */
export const isChangedSince = ({ after }: ChosenTemplate, form: EventForm): boolean =>
  JSON.stringify(filledOf(form)) !== JSON.stringify(after)
