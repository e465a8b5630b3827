import type { Profile } from '#contract/account.ts'
import { dayIn, toIsoDate } from '#contract/dates.ts'
import { isCpf, onlyDigits } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event.ts'
import { PERSON_FIELDS, Person } from '#contract/person.ts'
import { type Draft, type DraftAction, type Other, othersOf } from './draft.ts'
import { type PricedOrder, wantsFile } from './order.ts'

/** A field, named as the API names it (`category_id`, `participants.0.cpf`), to what is wrong with it. */
export type Problems = Readonly<Record<string, string>>

/** The API's name of somebody's field: the buyer's stand alone, the others' are numbered. */
export const fieldOf = (who: number, field: string): string =>
  who === 0 ? field : `participants.${who - 1}.${field}`

const FILES = 'questionnaire_files'
/** The API's name of the file sent for a question. */
export const fileFieldOf = (question: number | string): string => `${FILES}.${question}`

export interface WizardState {
  draft: Draft
  event: PublicEvent
  /** The buyer's. */
  profile: Profile
  order: PricedOrder
}

/** What keeps a step from being left, all at once, in the order of the screen. */
export function problemsOf(step: number, state: WizardState): Problems {
  const problems: Record<string, string> = {}
  CHECKS[step]?.(state, (who, field, message) => {
    problems[fieldOf(who, field)] ??= message
  })
  return problems
}

type Refuse = (who: number, field: string, message: string) => void

const CHECKS: readonly ((state: WizardState, refuse: Refuse) => void)[] = [
  checkPeople,
  checkCategories,
  checkKits,
  checkPromises,
]

const PROFILE_WORDS = {
  cpf: 'CPF',
  phone: 'telefone',
  birth_date: 'data de nascimento',
  sex: 'sexo',
} as const

/** What the buyer's profile lacks before it can be registered, in words. */
export const missingFrom = (profile: Profile): string[] =>
  Object.entries(PROFILE_WORDS).flatMap(([field, words]) =>
    profile[field as keyof typeof PROFILE_WORDS] === null ? words : [],
  )

function checkPeople({ draft, profile }: WizardState, refuse: Refuse): void {
  const missing = missingFrom(profile)
  if (missing.length > 0)
    refuse(0, 'profile', `Complete o seu perfil antes de se inscrever. Falta: ${missing.join(', ')}.`)
  const taken = new Set([onlyDigits(profile.cpf ?? '')])
  othersOf(draft).forEach((other, i) => {
    const read = Person.safeParse(other)
    for (const { path, message } of read.error?.issues ?? []) refuse(i + 1, String(path[0]), message)
    const cpf = onlyDigits(other.cpf)
    if (isCpf(cpf) && taken.has(cpf)) refuse(i + 1, 'cpf', 'Este CPF já está nesta inscrição.')
    taken.add(cpf)
    if ((toIsoDate(other.birth_date) ?? '') > dayIn('America/Sao_Paulo', new Date()))
      refuse(i + 1, 'birth_date', 'Data inválida')
  })
}

/** Somebody's field was left empty: this has a toast of its own. */
export const lacksPersonalData = (draft: Draft): boolean =>
  othersOf(draft).some((other: Other) =>
    PERSON_FIELDS.some((field) => field !== 'email' && other[field].trim() === ''),
  )

function checkCategories({ order }: WizardState, refuse: Refuse): void {
  for (const { who, choice } of order.participants) {
    if (!choice.modality) refuse(who, 'modality_id', 'Escolha uma modalidade')
    else if (choice.modality.sold_out)
      refuse(who, 'modality_id', 'As vagas desta modalidade se esgotaram. Escolha outra.')
    if (!choice.category) refuse(who, 'category_id', 'Escolha uma categoria')
    else if (choice.category.sold_out)
      refuse(who, 'category_id', 'As vagas desta categoria se esgotaram. Escolha outra.')
  }
}

function checkKits({ draft, event, order }: WizardState, refuse: Refuse): void {
  for (const { who, choice } of order.participants) {
    if (!choice.kit) refuse(who, 'product_id', 'Escolha um kit')
    else if (choice.kit.sold_out) refuse(who, 'product_id', 'Este kit se esgotou. Escolha outro.')
    if (!choice.kit || choice.kit.shirt_sizes.length === 0) continue
    if (!choice.size) refuse(who, 'shirt_size_id', 'Escolha um tamanho de camisa')
    else if (choice.size.quantity === 0)
      refuse(who, 'shirt_size_id', `O tamanho ${choice.size.size} se esgotou. Escolha outro.`)
  }
  if (event.questionnaires.some(({ id }) => draft.answers[id] === undefined))
    refuse(0, 'questionnaire_acceptances', 'Responda todas as perguntas')
  for (const question of event.questionnaires)
    if (wantsFile(question, draft) && !draft.files[question.id])
      refuse(0, fileFieldOf(question.id), 'Anexe o arquivo pedido.')
}

function checkPromises({ draft, event, order }: WizardState, refuse: Refuse): void {
  if (order.totalCents > 0 && draft.paymentMethod === null)
    refuse(
      0,
      'payment_method_id',
      event.payment_methods.length > 0
        ? 'Escolha uma forma de pagamento'
        : 'Nenhum método de pagamento disponível para este evento.',
    )
  if (event.terms.some(({ id }) => !draft.terms.includes(id)))
    refuse(0, 'participant_term_acceptances', 'Você deve aceitar todos os termos.')
}

const STEP_OF_FIELD: Readonly<Record<string, number>> = {
  modality_id: 1,
  category_id: 1,
  event_id: 1,
  product_id: 2,
  shirt_size_id: 2,
  questionnaire_acceptances: 2,
  [FILES]: 2,
  payment_method_id: 3,
  discount_coupon_id: 3,
  participant_term_acceptances: 3,
}

/** The first step that holds one of the fields; null when none of them is on a step. */
export function stepOfProblems(problems: Problems): number | null {
  const steps = Object.keys(problems).flatMap((field) => {
    const [, inner] = /^participants\.\d+\.(\w+)$/.exec(field) ?? []
    const isPerson = PERSON_FIELDS.some((name) => name === (inner ?? field))
    return isPerson ? 0 : (STEP_OF_FIELD[inner ?? field.split('.', 1)[0] ?? ''] ?? [])
  })
  return steps.length > 0 ? Math.min(...steps) : null
}

const FIELD_OF_LEVEL = {
  modality: 'modality_id',
  category: 'category_id',
  kit: 'product_id',
  size: 'shirt_size_id',
} as const

/** What is still wrong once somebody has changed something: the field they changed is no longer blamed. */
export function withoutSettled(problems: Problems, action: DraftAction, draft: Draft): Problems {
  const settled = (field: string) => {
    switch (action.type) {
      case 'otherEdited':
        return field === fieldOf(1 + draft.others.findIndex(({ key }) => key === action.key), action.field)
      case 'chosen': {
        const name = FIELD_OF_LEVEL[action.level]
        const forAll = action.who === 0 && draft.sameForAll
        return (
          field === fieldOf(action.who, name) ||
          (forAll && field.endsWith(`.${name}`)) ||
          field === 'event_id'
        )
      }
      case 'answered':
        return field === 'questionnaire_acceptances' || field === fileFieldOf(action.question)
      case 'fileSent':
      case 'fileRemoved':
        return field === fileFieldOf(action.question)
      case 'paymentMethodChosen':
        return field === 'payment_method_id'
      case 'termToggled':
        return field === 'participant_term_acceptances'
      case 'couponApplied':
        return field === 'discount_coupon_id'
      // Positions shift: what was said of one would stand at another.
      case 'otherRemoved':
      case 'othersToggled':
      case 'sameForAllToggled':
        return field.startsWith('participants.')
      default:
        return false
    }
  }
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !settled(field)))
}

/** What every step of the wizard is given. */
export interface StepProps {
  state: WizardState
  problems: Problems
  change: (action: DraftAction) => void
}

/**
 * What is wrong with somebody's field. While the buyer's choice holds for everybody, what is wrong with theirs is said at the
 * buyer's.
 */
export function problemAt(
  { state, problems }: Pick<StepProps, 'state' | 'problems'>,
  who: number,
  field: string,
): string | undefined {
  const own = problems[fieldOf(who, field)]
  if (own || who > 0 || !state.draft.sameForAll) return own
  return state.order.participants.map((one) => problems[fieldOf(one.who, field)]).find(Boolean)
}
