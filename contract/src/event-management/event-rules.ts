import type { FieldProblem } from '../errors.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { type Cents, formatCents } from '../money.ts'
import { discountProblem } from '../pricing/discount.ts'
import {
  atTier,
  FEE_TYPE,
  type FeePolicy,
  feeProblem,
  isBelowMinimum,
  type KitPrice,
  kitTotal,
  MINIMUM_CHARGE_CENTS,
} from '../pricing/price.ts'
import { hasOptions, optionsOf } from '../registration/questions.ts'
import { VALIDATION } from '../validation.ts'
import type { EVENT_LISTS, EventDraft, EventInput } from './event-document.ts'

type ProductDraft = EventDraft['products'][number]
type CouponDraft = EventDraft['discount_cupons'][number]

/** A draft may lack all but its title. */
const REQUIRED_FIELDS = [
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

/** A draft's items may lack them. */
const REQUIRED_IN_ITEMS = {
  modalities: ['modality_name'],
  categories: ['category_name'],
  products: ['name', 'value', 'rate_organizer'],
  shirt_sizes: ['size'],
  tiers: ['name', 'value'],
  payment_methods: [],
  discount_cupons: ['code', 'value'],
  terms: ['name', 'description'],
  questionnaires: ['description'],
  cancellation_tiers: ['days_before', 'refund_rate'],
} as const satisfies Record<keyof typeof EVENT_LISTS, readonly string[]>

type Values = Readonly<Record<string, unknown>>
const isEmpty = (value: unknown) => value === null || value === ''

/** Required fields of the event and its items that are empty in the request. */
export const lackingProblems = (event: Values & Pick<EventInput, 'questionnaires'>): FieldProblem[] => [
  ...[...REQUIRED_FIELDS.filter((field) => isEmpty(event[field])), ...lackingInItems(event, '')].map(
    (field) => ({ field, message: VALIDATION.required }),
  ),
  ...(event.questionnaires ?? []).flatMap(({ kind, options }, i) =>
    kind && hasOptions(kind) && optionsOf(options ?? '').length < 2
      ? [
          {
            field: `questionnaires.${i}.options`,
            message: 'Escreva ao menos duas opções, uma em cada linha.',
          },
        ]
      : [],
  ),
]

const lackingInItems = (holder: Values, prefix: string): string[] =>
  Object.entries(REQUIRED_IN_ITEMS).flatMap(([list, required]) =>
    ((holder[list] ?? []) as Values[]).flatMap((item, i) => {
      const path = `${prefix}${list}.${i}.`
      const lacking = required.filter((field) => isEmpty(item[field])).map((field) => path + field)
      return [...lacking, ...lackingInItems(item, path)]
    }),
  )

/** Rules that need no stored data, for browser and server. A draft may be incomplete, but not wrong. */
export const eventProblems = (
  draft: EventDraft,
  fees: FeePolicy,
  { isDraft }: { isDraft: boolean },
): FieldProblem[] => [
  ...(isDraft ? [] : lackingProblems(draft)),
  ...dateProblems(draft),
  ...repeatedMethodProblems(draft),
  ...(isDraft ? [] : [...paymentMethodProblems(draft), ...modalityProblems(draft)]),
  ...draft.products.flatMap((product, i) => [
    ...productProblems(product, `products.${i}`, fees),
    ...(isDraft ? [] : totalProblems(product, `products.${i}`)),
  ]),
  ...couponProblems(draft.discount_cupons),
  ...draft.questionnaires.flatMap(({ kind, options }, i) => {
    const message = hasOptions(kind) ? optionsProblem(optionsOf(options)) : null
    return message ? [{ field: `questionnaires.${i}.options`, message }] : []
  }),
  ...draft.cancellation_tiers.flatMap(({ days_before: days }, i) =>
    days !== null && draft.cancellation_tiers.findIndex((other) => other.days_before === days) < i
      ? [{ field: `cancellation_tiers.${i}.days_before`, message: 'Este prazo já foi adicionado.' }]
      : [],
  ),
]

function optionsProblem(options: readonly string[]): string | null {
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
  if (costs && !methods.some((method) => method.status === ITEM_STATUS.active))
    problems.push({
      field: 'payment_methods',
      message: 'Por favor, selecione ao menos uma forma de pagamento.',
    })
  return problems
}

/** Each category needs a kit of its own or for all; a modality without any is one problem. */
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

/** Missing amounts of a draft's kit count as zero. */
const priced = (product: ProductDraft): KitPrice => ({
  valueCents: product.value ?? 0,
  feeType: product.type_fee,
  feeRate: product.rate_organizer ?? 0,
  isIncrement: product.is_increment,
})

/** A kit on sale is free or costs at least the minimum charge. */
function totalProblems(product: ProductDraft, field: string): FieldProblem[] {
  if (isUnpriced(product) || product.status !== ITEM_STATUS.active) return []
  return pricesOf(product).flatMap(({ price, path }) => {
    const total = kitTotal(price)
    return isBelowMinimum(total) ? [{ field: `${field}.${path}`, message: tooSmall(total) }] : []
  })
}

const tooSmall = (total: Cents): string =>
  `O participante pagaria ${formatCents(total)}, e o menor pagamento é de ${formatCents(MINIMUM_CHARGE_CENTS)}. Aumente o valor, ou deixe o produto gratuito e sem taxa para o participante.`

/** The prices of a kit, one for each tier, and where they are in the kit. */
const pricesOf = (product: ProductDraft): { price: KitPrice; path: string }[] =>
  product.tiers.length === 0
    ? [{ price: priced(product), path: 'value' }]
    : product.tiers.flatMap(({ name, value }, i) =>
        value === null
          ? []
          : [{ price: atTier(priced(product), { name, valueCents: value }), path: `tiers.${i}.value` }],
      )

/** Each tier but the last ends, and none before the one that precedes it. */
function tierProblems({ tiers }: ProductDraft, field: string): FieldProblem[] {
  const problems: FieldProblem[] = []
  tiers.forEach(({ name, ends_on: endsOn, quantity }, i) => {
    const at = `${field}.tiers.${i}`
    const isLast = i === tiers.length - 1
    if (name !== '' && tiers.findIndex((other) => other.name === name) < i)
      problems.push({ field: `${at}.name`, message: 'Este lote já foi adicionado.' })
    if (isLast && (endsOn !== null || quantity !== null))
      problems.push({
        field: `${at}.${endsOn === null ? 'quantity' : 'ends_on'}`,
        message: 'O último lote vale até o fim das inscrições: deixe-o sem data e sem quantidade.',
      })
    if (!isLast && endsOn === null && quantity === null)
      problems.push({
        field: `${at}.ends_on`,
        message: 'Diga até que dia ou para quantas inscrições este lote vale.',
      })
    const before = tiers.slice(0, i).findLast(({ ends_on }) => ends_on !== null)?.ends_on
    if (endsOn && before && endsOn <= before)
      problems.push({ field: `${at}.ends_on`, message: 'O lote precisa terminar depois do anterior.' })
  })
  return problems
}

function productProblems(product: ProductDraft, field: string, fees: FeePolicy): FieldProblem[] {
  const problems: FieldProblem[] = []
  const sizes = shirtSizesProblem(product)
  if (sizes) problems.push({ field: `${field}.shirt_sizes`, message: sizes })
  product.shirt_sizes.forEach(({ size }, i) => {
    if (size !== '' && product.shirt_sizes.findIndex((other) => other.size === size) < i)
      problems.push({ field: `${field}.shirt_sizes.${i}.size`, message: 'Este tamanho já foi adicionado.' })
  })
  problems.push(...tierProblems(product, field))
  const fee = rateProblem(product, fees)
  if (fee) problems.push({ field: `${field}.rate_organizer`, message: fee })
  return problems
}

/** The sentence for a kit with more shirts than units, or null. */
export function shirtSizesProblem(
  product: Pick<ProductDraft, 'name' | 'quantity'> & { shirt_sizes: readonly { quantity: number | null }[] },
): string | null {
  if (product.quantity === null) return null
  const total = product.shirt_sizes.reduce((sum, size) => sum + (size.quantity ?? 0), 0)
  return total > product.quantity
    ? `Produto "${product.name}" ultrapassou o limite de ${product.quantity} camisetas (atualmente ${total}).`
    : null
}

const isUnpriced = ({ value, rate_organizer: rate }: ProductDraft) => value === null || rate === null

function rateProblem(product: ProductDraft, fees: FeePolicy): string | null {
  if (isUnpriced(product)) return null
  const kit = priced(product)
  if (kit.feeType === FEE_TYPE.percent && kit.feeRate > 10_000) return 'O campo precisa ser de 0 a 100'
  return (
    pricesOf(product)
      .map(({ price }) => feeProblem(price, fees))
      .find((problem) => problem !== null) ?? null
  )
}

function couponProblems(coupons: readonly CouponDraft[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  coupons.forEach((coupon, i) => {
    const field = `discount_cupons.${i}`
    if (coupon.code !== '' && coupons.findIndex((other) => other.code === coupon.code) < i)
      problems.push({ field: `${field}.code`, message: 'Este código já está em uso neste evento.' })
    const { type, value } = coupon
    const discount = value === null ? null : discountProblem({ type, value })
    if (discount) problems.push({ field: `${field}.value`, message: discount })
    if (coupon.start_date && coupon.end_date && coupon.end_date < coupon.start_date)
      problems.push({
        field: `${field}.end_date`,
        message: 'O fim da validade não pode ser antes do início da validade.',
      })
  })
  return problems
}
