import { discountProblem } from './discount.ts'
import type { FieldProblem } from './errors.ts'
import { formatCents } from './money.ts'
import type { EventDraft } from './organizer-event.ts'
import {
  type FeePolicy,
  feeProblem,
  isBelowMinimum,
  type KitPrice,
  kitTotal,
  MINIMUM_CHARGE_CENTS,
} from './price.ts'
import { hasOptions, optionsOf } from './questions.ts'
import { VALIDATION } from './validation.ts'

type ProductDraft = EventDraft['products'][number]
type CouponDraft = EventDraft['discount_cupons'][number]

/** What everybody must be told of an event; a draft needs its title only. */
export const REQUIRED_FIELDS = [
  'description',
  'start_date',
  'end_date',
  'date_event',
  'start_time',
  'state',
  'city',
  'contact_email',
  'cover_image',
  'event_image',
] as const satisfies readonly (keyof EventDraft)[]

/** The required fields that an event, or its form, lacks. */
export const lackingFields = (event: { [F in (typeof REQUIRED_FIELDS)[number]]: unknown }): string[] =>
  REQUIRED_FIELDS.filter((field) => event[field] === null || event[field] === '')

/**
 * Returns the problems of a document that do not depend on stored data. The browser and the server apply the same rules. What is
 * kept as a draft may lack what it takes to sell it.
 */
export const eventProblems = (
  draft: EventDraft,
  fees: FeePolicy,
  { isDraft }: { isDraft: boolean },
): FieldProblem[] => [
  ...(isDraft ? [] : lackingFields(draft)).map((field) => ({ field, message: VALIDATION.required })),
  ...dateProblems(draft),
  ...repeatedMethodProblems(draft),
  ...(isDraft ? [] : [...paymentMethodProblems(draft), ...modalityProblems(draft)]),
  ...draft.products.flatMap((product, i) => [
    ...productProblems(product, `products.${i}`, fees),
    ...(isDraft ? [] : totalProblems(product, `products.${i}.value`)),
  ]),
  ...couponProblems(draft.discount_cupons),
  ...draft.questionnaires.flatMap(({ kind, options }, i) => {
    const message = hasOptions(kind) ? optionsProblem(optionsOf(options)) : null
    return message ? [{ field: `questionnaires.${i}.options`, message }] : []
  }),
  ...draft.cancellation_tiers.flatMap(({ days_before: days }, i) =>
    draft.cancellation_tiers.findIndex((other) => other.days_before === days) < i
      ? [{ field: `cancellation_tiers.${i}.days_before`, message: 'Este prazo já foi adicionado.' }]
      : [],
  ),
]

function optionsProblem(options: readonly string[]): string | null {
  if (options.length < 2) return 'Escreva ao menos duas opções, uma em cada linha.'
  if (options.length > 30) return 'Use no máximo 30 opções.'
  if (new Set(options).size < options.length) return 'Há opções repetidas.'
  if (options.some((option) => option.length > 100)) return 'Cada opção pode ter no máximo 100 caracteres.'
  return options.some((option) => option.includes(';')) ? 'Uma opção não pode conter ponto e vírgula.' : null
}

function dateProblems({ start_date, end_date, date_event }: EventDraft): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (start_date && end_date && end_date < start_date)
    problems.push({
      field: 'end_date',
      message: 'O fim das inscrições não pode ser antes do início das inscrições.',
    })
  if (end_date && date_event && date_event < end_date)
    problems.push({
      field: 'date_event',
      message: 'A data do evento não pode ser antes do fim das inscrições.',
    })
  return problems
}

const repeatedMethodProblems = ({ payment_methods: methods }: EventDraft): FieldProblem[] =>
  methods.flatMap(({ type }, i) =>
    methods.findIndex((other) => other.type === type) < i
      ? [{ field: `payment_methods.${i}.type`, message: 'Esta forma de pagamento já foi adicionada.' }]
      : [],
  )

function paymentMethodProblems({ payment_methods: methods, products }: EventDraft): FieldProblem[] {
  const problems: FieldProblem[] = []
  const costs = products.some((product) => kitTotal(priced(product)) > 0)
  if (costs && !methods.some((method) => method.status === 1))
    problems.push({
      field: 'payment_methods',
      message: 'Por favor, selecione ao menos uma forma de pagamento.',
    })
  return problems
}

/** Requires a kit for each category, of that category or for all; a modality without any is told as a whole. */
function modalityProblems({ modalities, products }: EventDraft): FieldProblem[] {
  const hasCategory = modalities.some((modality) => modality.categories.length > 0)
  if (products.length > 0 && !hasCategory)
    return [{ field: 'products', message: 'Adicione ao menos uma categoria antes de cadastrar um produto.' }]
  const servesAll = products.some(({ category_ids: ids }) => ids.length === 0)
  const served = new Set(products.flatMap((product) => product.category_ids))
  const isSold = ({ category_id: id }: { category_id: number | null }) =>
    servesAll || (id !== null && served.has(id))
  const isServed = ({ categories }: EventDraft['modalities'][number]) => categories.some(isSold)
  if (!modalities.every(isServed))
    return [{ field: 'modalities', message: 'Cada modalidade precisa ter pelo menos um produto associado.' }]
  return modalities.flatMap(({ categories }, i) =>
    categories.flatMap((category, j) =>
      isSold(category)
        ? []
        : [
            {
              field: `modalities.${i}.categories.${j}.category_name`,
              message: 'A categoria não tem produto: ninguém poderia se inscrever nela.',
            },
          ],
    ),
  )
}

const priced = (product: ProductDraft): KitPrice => ({
  valueCents: product.value,
  feeType: product.type_fee,
  feeRate: product.rate_organizer,
  isIncrement: product.is_increment,
})

/** A kit that is sold is free, or costs what can be charged. */
function totalProblems(product: ProductDraft, field: string): FieldProblem[] {
  const total = kitTotal(priced(product))
  if (product.status !== 1 || !isBelowMinimum(total)) return []
  const message = `O participante pagaria ${formatCents(total)}, e o menor pagamento é de ${formatCents(MINIMUM_CHARGE_CENTS)}. Aumente o valor, ou deixe o produto gratuito e sem taxa para o participante.`
  return [{ field, message }]
}

function productProblems(product: ProductDraft, field: string, fees: FeePolicy): FieldProblem[] {
  const problems: FieldProblem[] = []
  const sizes = shirtSizesProblem(product)
  if (sizes) problems.push({ field: `${field}.shirt_sizes`, message: sizes })
  product.shirt_sizes.forEach(({ size }, i) => {
    if (product.shirt_sizes.findIndex((other) => other.size === size) < i)
      problems.push({ field: `${field}.shirt_sizes.${i}.size`, message: 'Este tamanho já foi adicionado.' })
  })
  const fee = rateProblem(product, fees)
  if (fee) problems.push({ field: `${field}.rate_organizer`, message: fee })
  return problems
}

/** Returns the sentence for a kit with more shirts than units, or null. The form's third step shows it. */
export function shirtSizesProblem(
  product: Pick<ProductDraft, 'name' | 'quantity'> & { shirt_sizes: readonly { quantity: number | null }[] },
): string | null {
  if (product.quantity === null) return null
  const total = product.shirt_sizes.reduce((sum, size) => sum + (size.quantity ?? 0), 0)
  return total > product.quantity
    ? `Produto "${product.name}" ultrapassou o limite de ${product.quantity} camisetas (atualmente ${total}).`
    : null
}

function rateProblem(product: ProductDraft, fees: FeePolicy): string | null {
  const kit = priced(product)
  if (kit.feeType === 0 && kit.feeRate > 10_000) return 'O campo precisa ser de 0 a 100'
  return feeProblem(kit, fees)
}

function couponProblems(coupons: readonly CouponDraft[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  coupons.forEach((coupon, i) => {
    const field = `discount_cupons.${i}`
    if (coupons.findIndex((other) => other.code === coupon.code) < i)
      problems.push({ field: `${field}.code`, message: 'Este código já está em uso neste evento.' })
    const discount = discountProblem(coupon)
    if (discount) problems.push({ field: `${field}.value`, message: discount })
    if (coupon.start_date && coupon.end_date && coupon.end_date < coupon.start_date)
      problems.push({
        field: `${field}.end_date`,
        message: 'O fim da validade não pode ser antes do início da validade.',
      })
  })
  return problems
}
