import { toIsoDate } from '#contract/dates.ts'
import { DEFAULT_MIN_INSTALLMENT_CENTS } from '#contract/installments.ts'
import { toDecimal } from '#contract/money.ts'
import { DEFAULT_MAX_UNPAID, type OrganizerEvent } from '#contract/organizer-event.ts'
import type { QuestionKind } from '#contract/questions.ts'
import { centimetreWords } from '../../centimetre-words.ts'

/**
 * The form of an event while it is typed: texts as they stand in their fields, money in its wire form, days `yyyy-mm-dd`. Its
 * shape is that of its blank items, named like the API's fields; `formOf` and `inputOf` follow from it.
 */
export type EventForm = ReturnType<typeof blankEvent>
export type ProductForm = ReturnType<typeof blankProduct>

// Starts at the current time, so that ids of a recovered draft are not reused.
let last = -Date.now()
/** An id for a new item; other items of the form may point at it. */
const temporaryId = (): number => --last
/** Stored items have ids above zero, new ones temporary ids below it. */
export const isNew = (id: number): boolean => id < 0

/** Pix, Boleto, Cartão de Crédito, in this order. */
const PAYMENT_TYPES = [0, 1, 2]

/** What every item of a list has: whether a registration points at it, and whether saving removes it. */
const UNUSED = { in_use: false, removed: false }

/** The items that stay when the form is saved. */
export const kept = <Item extends { removed: boolean }>(items: readonly Item[]): Item[] =>
  items.filter(({ removed }) => !removed)

export const blankEvent = () => ({
  /** The version the form began with; null while the event is new. */
  lock_version: null as number | null,
  /** The organizer of a new event; null when the caller does not choose one. */
  organizer_id: null as string | null,
  title: '',
  description: '',
  rules: '',
  start_date: '',
  end_date: '',
  date_event: '',
  kit_delivery_date: '',
  start_time: '',
  vacancy_limit: '',
  held: 0,
  state: '',
  city: '',
  country: 'Brasil',
  contact_email: '',
  cover_image: '',
  event_image: '',
  regulation: '',
  route: '',
  url_disclosure: '',
  url_map: '',
  type: '',
  is_public: true,
  buy_photo: false,
  is_free: false,
  accept_terms: true,
  approves_cancellations: false,
  max_unpaid_per_account: String(DEFAULT_MAX_UNPAID),
  max_installments: '1',
  min_installment: toDecimal(DEFAULT_MIN_INSTALLMENT_CENTS),
  installment_interest: false,
  modalities: [] as ReturnType<typeof blankModality>[],
  products: [] as ProductForm[],
  payment_methods: PAYMENT_TYPES.map(blankPaymentMethod),
  discount_cupons: [] as ReturnType<typeof blankCoupon>[],
  terms: [] as ReturnType<typeof blankTerm>[],
  questionnaires: [] as ReturnType<typeof blankQuestion>[],
  cancellation_tiers: [] as ReturnType<typeof blankCancellationTier>[],
})

export const blankModality = () => ({
  ...UNUSED,
  modality_id: temporaryId(),
  modality_name: '',
  description: '',
  price: '',
  vacancy_limit: '',
  held: 0,
  course: '',
  status: 1,
  categories: [] as ReturnType<typeof blankCategory>[],
})

export const blankCategory = () => ({
  ...UNUSED,
  category_id: temporaryId(),
  category_name: '',
  description: '',
  price: '',
  vacancy_limit: '',
  held: 0,
  route: '',
})

export const blankProduct = (
  categoryIds: string[] = [],
  fee = { type_fee: '0', rate_organizer: '0.00' },
) => ({
  ...UNUSED,
  id: temporaryId(),
  name: '',
  description: '',
  value: '',
  quantity: '',
  held: 0,
  status: 1,
  /** The type as the select that holds it: '0' percent, '1' reais. */
  ...fee,
  is_increment: true,
  /** The ids, as text, of the categories it is sold in; empty: in all of them. */
  category_ids: categoryIds,
  product_image: '',
  shirt_sizes: [] as ReturnType<typeof blankSize>[],
})

/** The same kit once more, sold in these categories; nothing is held of it yet. */
export const copyOfProduct = (product: ProductForm, name: string, categoryIds: string[]): ProductForm => ({
  ...product,
  ...UNUSED,
  id: temporaryId(),
  name,
  held: 0,
  category_ids: categoryIds,
  shirt_sizes: kept(product.shirt_sizes).map((size) => ({ ...size, ...UNUSED, id: temporaryId(), held: 0 })),
})

export const blankSize = (size = '') => ({
  ...UNUSED,
  id: temporaryId(),
  size,
  quantity: '',
  /** As they are typed: with a comma. */
  width_cm: '',
  length_cm: '',
  held: 0,
})

export const blankCoupon = () => ({
  ...UNUSED,
  id: temporaryId(),
  code: '',
  /** '0' percent, '1' reais. */
  type: '0',
  value: '',
  status: 1,
  start_date: '',
  end_date: '',
  quantity: '',
  held: 0,
  /** A product's id as text; empty serves all of them. */
  product_id: '',
})

export const blankTerm = () => ({ ...UNUSED, id: temporaryId(), name: '', description: '', status: 1 })

export const blankQuestion = () => ({
  ...UNUSED,
  id: temporaryId(),
  description: '',
  kind: 'yes_no' as QuestionKind,
  required: true,
  /** One a line. */
  options: '',
  /** A modality's id as text; empty asks everybody. */
  modality_id: '',
  attach_file: false,
  status: 1,
})

export const blankCancellationTier = () => ({
  ...UNUSED,
  id: temporaryId(),
  days_before: '',
  refund_rate: '',
  keeps_fee: true,
})

function blankPaymentMethod(type: number) {
  return { id: null as number | null, type, status: 0 }
}

const DAYS: readonly string[] = ['start_date', 'end_date', 'date_event', 'kit_delivery_date']

/** The fields of a blank item with what the API answered, as the form holds them. */
function filled<T extends object>(blank: T, stored: { [F in keyof T]?: unknown }): T {
  const formValue = (field: keyof T & string): unknown => {
    const [empty, value] = [blank[field], stored[field]]
    if (typeof empty === 'boolean') return Boolean(value)
    if (typeof empty !== 'string') return value
    if (value === null || value === undefined) return ''
    return DAYS.includes(field) ? (toIsoDate(String(value)) ?? '') : String(value)
  }
  const fields = Object.keys(blank) as (keyof T & string)[]
  return Object.fromEntries(fields.map((field) => [field, formValue(field)])) as T
}

/** A stored event as its form holds it. */
export const formOf = (event: OrganizerEvent): EventForm => ({
  ...filled(blankEvent(), event),
  organizer_id: null,
  modalities: event.modalities.map((modality) => ({
    ...filled(blankModality(), modality),
    categories: modality.categories.map((category) => filled(blankCategory(), category)),
  })),
  products: event.products.map((product) => ({
    ...filled(blankProduct(), product),
    category_ids: product.category_ids.map(String),
    shirt_sizes: product.shirt_sizes.map((size) => ({
      ...filled(blankSize(), size),
      width_cm: centimetreWords(size.width_cm),
      length_cm: centimetreWords(size.length_cm),
    })),
  })),
  payment_methods: PAYMENT_TYPES.map(
    (type) => event.payment_methods.find((method) => method.type === type) ?? blankPaymentMethod(type),
  ),
  discount_cupons: event.discount_cupons.map((coupon) => filled(blankCoupon(), coupon)),
  terms: event.terms.map((term) => filled(blankTerm(), term)),
  questionnaires: event.questionnaires.map((question) => filled(blankQuestion(), question)),
  cancellation_tiers: event.cancellation_tiers.map((tier) => filled(blankCancellationTier(), tier)),
})
