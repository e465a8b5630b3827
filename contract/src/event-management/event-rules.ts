import type { FieldProblem } from '../errors.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { discountProblem } from '../pricing/discount.ts'
import { kitTotal } from '../pricing/kit-total.ts'
import type { FeePolicy } from '../pricing/price.ts'
import { VALIDATION } from '../validation.ts'
import { eligibilityRuleProblems } from './eligibility-rules.ts'
import type { EVENT_LISTS, EventDraft, EventInput } from './event-document.ts'
import { endlessTierProblems, priced, productProblems, totalProblems } from './product-rules.ts'
import { lackingInQuestions, questionProblems } from './question-rules.ts'
import { relayProblems } from './relay-rules.ts'
import { rightRuleProblems } from './right-rules.ts'

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
  right_rules: ['name', 'rate'],
  discount_cupons: ['code', 'value'],
  terms: ['name', 'description'],
  questionnaires: ['description'],
  cancellation_tiers: ['days_before', 'refund_rate'],
  group_prices: ['min_members', 'rate'],
} as const satisfies Record<keyof typeof EVENT_LISTS, readonly string[]>

type Values = Readonly<Record<string, unknown>>
const isEmpty = (value: unknown) => value === null || value === ''

/** Required fields of the event and its items that are empty in the request. */
export const lackingProblems = (event: Values & Pick<EventInput, 'questionnaires'>): FieldProblem[] => [
  ...[...REQUIRED_FIELDS.filter((field) => isEmpty(event[field])), ...lackingInItems(event, '')].map(
    (field) => ({ field, message: VALIDATION.required }),
  ),
  ...lackingInQuestions(event.questionnaires ?? []),
]

const lackingInItems = (holder: Values, prefix: string): string[] =>
  Object.entries(REQUIRED_IN_ITEMS).flatMap(([list, required]) =>
    ((holder[list] ?? []) as Values[]).flatMap((item, i) => {
      const path = `${prefix}${list}.${i}.`
      const lacking = required
        .filter((field) => isEmpty(item[field]) && !(field === 'value' && hasTiers(item)))
        .map((field) => path + field)
      return [...lacking, ...lackingInItems(item, path)]
    }),
  )

/** The price of a product with tiers is that of its last tier, which is reported there. */
const hasTiers = ({ tiers }: Values): boolean => Array.isArray(tiers) && tiers.length > 0

/** Rules that need no stored data, for browser and server. A draft may be incomplete, but not wrong. */
export const eventProblems = (
  draft: EventDraft,
  fees: FeePolicy,
  { isDraft }: { isDraft: boolean },
): FieldProblem[] => [
  ...(isDraft ? [] : lackingProblems(draft)),
  ...dateProblems(draft),
  ...pickupProblems(draft),
  ...repeatedMethodProblems(draft),
  ...(isDraft ? [] : [...paymentMethodProblems(draft), ...modalityProblems(draft)]),
  ...draft.products.flatMap((product, i) => [
    ...productProblems(product, `products.${i}`, fees),
    ...(isDraft
      ? []
      : [...endlessTierProblems(product, `products.${i}`), ...totalProblems(product, `products.${i}`)]),
  ]),
  ...eligibilityRuleProblems(draft),
  ...relayProblems(draft),
  ...rightRuleProblems(draft),
  ...couponProblems(draft),
  ...questionProblems(draft),
  ...draft.cancellation_tiers.flatMap(({ days_before: days }, i) =>
    days !== null && draft.cancellation_tiers.findIndex((other) => other.days_before === days) < i
      ? [{ field: `cancellation_tiers.${i}.days_before`, message: 'Este prazo já foi adicionado.' }]
      : [],
  ),
  ...draft.group_prices.flatMap(({ min_members: members }, i) =>
    members !== null && draft.group_prices.findIndex((other) => other.min_members === members) < i
      ? [{ field: `group_prices.${i}.min_members`, message: 'Este tamanho já foi adicionado.' }]
      : [],
  ),
]

function dateProblems({ start_date, end_date, date_event, groups_until }: EventDraft): FieldProblem[] {
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
  if (groups_until && date_event && date_event < groups_until)
    problems.push({ field: 'groups_until', message: 'Os grupos precisam fechar até o dia do evento.' })
  return problems
}

function pickupProblems(event: EventDraft): FieldProblem[] {
  const { kit_delivery_date: from, kit_until: until, kit_opens_at: opens, kit_closes_at: closes } = event
  if (until && !from)
    return [{ field: 'kit_delivery_date', message: 'Informe o primeiro dia da entrega dos kits.' }]
  if (until && from && until < from)
    return [{ field: 'kit_until', message: 'O último dia não pode ser antes do primeiro.' }]
  const isOneDay = !until || until === from
  return isOneDay && opens && closes && closes <= opens
    ? [{ field: 'kit_closes_at', message: 'O fim precisa ser depois do início.' }]
    : []
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

/** Leaves room for the generated part of a code. */
const MAX_PREFIX = 40

function couponProblems({
  discount_cupons: coupons,
  products,
  vacancy_limit: spots,
}: EventDraft): FieldProblem[] {
  const problems: FieldProblem[] = []
  const reserved = coupons.flatMap(({ quantity, reserved_until }) => (reserved_until ? (quantity ?? 0) : []))
  if (spots !== null && reserved.reduce((sum, units) => sum + units, 0) > spots)
    problems.push({
      field: 'vacancy_limit',
      message: 'Os cupons reservam mais vagas do que o evento tem.',
    })
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
    if (coupon.reserved_until && coupon.quantity === null)
      problems.push({ field: `${field}.quantity`, message: 'Diga quantas vagas ficam reservadas.' })
    const { product_id: kit, tier_id: tier } = coupon
    const kitOfTier = products.find(({ tiers }) => tier !== null && tiers.some(({ id }) => id === tier))
    if (kit !== null && kitOfTier && kitOfTier.id !== kit)
      problems.push({ field: `${field}.tier_id`, message: 'Este lote é de outro produto.' })
    if (coupon.single_use && coupon.code.length > MAX_PREFIX)
      problems.push({
        field: `${field}.code`,
        message: `O começo dos códigos pode ter no máximo ${MAX_PREFIX} caracteres.`,
      })
  })
  return problems
}
