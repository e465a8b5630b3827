import { toIsoDate } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { DEFAULT_MAX_UNPAID, type OrganizerEvent } from '#contract/event-management/event-document.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { DEFAULT_MIN_INSTALLMENT_CENTS } from '#contract/pricing/installments.ts'
import type { QuestionKind } from '#contract/registration/questions.ts'
import { centimetreWords } from '#web/features/event/centimetre-words.ts'

/**
 * The values of the event form: texts as typed, amounts as decimal strings, days as `yyyy-mm-dd`. The blank
 * items define its shape, with the API's field names; `formOf` and `inputOf` follow from it.
 */
export type EventForm = ReturnType<typeof blankEvent>
export type ProductForm = ReturnType<typeof blankProduct>

// Starts at the current time, so that the ids of a restored draft are not used again.
let last = -Date.now()
/** The id of a new item, with which other items of the form can refer to it. */
const temporaryId = (): number => --last
/** Stored items have positive ids, new ones negative temporary ids. */
export const isNew = (id: number): boolean => id < 0

/** The API's numbers of Pix, Boleto and Cartão de Crédito, in the order of the form. */
const PAYMENT_TYPES = Object.values(PAYMENT_TYPE)

/** Fields of every list item: whether registrations use it, and whether saving removes it. */
const UNUSED = { in_use: false, removed: false }

export const remaining = <Item extends { removed: boolean }>(items: readonly Item[]): Item[] =>
  items.filter(({ removed }) => !removed)

export const blankEvent = () => ({
  /** The version of the event that the form was filled with; null for a new event. */
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
  status: ITEM_STATUS.active as number,
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
  status: ITEM_STATUS.active as number,
  /** The type of fee as the value of its select: '0' percentage, '1' reais. */
  ...fee,
  is_increment: true,
  /** Ids, as text, of the categories in which it is sold; empty means all of them. */
  category_ids: categoryIds,
  product_image: '',
  shirt_sizes: [] as ReturnType<typeof blankSize>[],
})

export const copyOfProduct = (product: ProductForm, name: string, categoryIds: string[]): ProductForm => ({
  ...product,
  ...UNUSED,
  id: temporaryId(),
  name,
  held: 0,
  category_ids: categoryIds,
  shirt_sizes: remaining(product.shirt_sizes).map((size) => ({
    ...size,
    ...UNUSED,
    id: temporaryId(),
    held: 0,
  })),
})

export const blankSize = (size = '') => ({
  ...UNUSED,
  id: temporaryId(),
  size,
  quantity: '',
  /** Typed in centimetres with a decimal comma. */
  width_cm: '',
  length_cm: '',
  held: 0,
})

export const blankCoupon = () => ({
  ...UNUSED,
  id: temporaryId(),
  code: '',
  /** '0' percentage, '1' reais. */
  type: '0',
  value: '',
  status: ITEM_STATUS.active as number,
  start_date: '',
  end_date: '',
  quantity: '',
  held: 0,
  /** Id of a product as text; empty means all products. */
  product_id: '',
})

export const blankTerm = () => ({
  ...UNUSED,
  id: temporaryId(),
  name: '',
  description: '',
  kind: 'contract' as TermKind,
  status: ITEM_STATUS.active as number,
})

export const blankQuestion = () => ({
  ...UNUSED,
  id: temporaryId(),
  description: '',
  kind: 'yes_no' as QuestionKind,
  required: true,
  /** One option a line. */
  options: '',
  /** Id of a modality as text; empty asks every participant. */
  modality_id: '',
  attach_file: false,
  status: ITEM_STATUS.active as number,
})

export const blankCancellationTier = () => ({
  ...UNUSED,
  id: temporaryId(),
  days_before: '',
  refund_rate: '',
  keeps_fee: true,
})

function blankPaymentMethod(type: number) {
  return { id: null as number | null, type, status: ITEM_STATUS.inactive as number }
}

const DAYS: readonly string[] = ['start_date', 'end_date', 'date_event', 'kit_delivery_date']

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
