// Over 250 lines: the blank items of all lists together define the form.

import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { TeamRule } from '#contract/event/relay.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { DEFAULT_MAX_UNPAID } from '#contract/event-management/event-document.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { ChangeDowngrade } from '#contract/pricing/change-downgrade.ts'
import type { AgeReference, IneligibleChanges } from '#contract/pricing/eligibility.ts'
import { DEFAULT_MIN_INSTALLMENT_CENTS } from '#contract/pricing/installments.ts'
import type { RightBase } from '#contract/pricing/right-rule.ts'
import type { Asked, QuestionKind } from '#contract/registration/questions.ts'

/**
 * The values of the event form: texts as typed, amounts as decimal strings, days as `yyyy-mm-dd`. The blank
 * items define its shape, with the API's field names; `formOf` and `inputOf` follow from it.
 */
export type EventForm = ReturnType<typeof blankEvent>
export type ProductForm = ReturnType<typeof blankProduct>
export type TierForm = ReturnType<typeof blankTier>
export type CouponForm = ReturnType<typeof blankCoupon>
export type RightForm = ReturnType<typeof blankRight>

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

/** Who may have an item. The sex is the value of its select: '0' Masculino, '1' Feminino; empty: no condition. */
const EVERYBODY = { sex: '', min_age: '', max_age: '' }
export type RuleForm = typeof EVERYBODY

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
  kit_place: '',
  kit_address: '',
  kit_opens_at: '',
  kit_until: '',
  kit_closes_at: '',
  kit_note: '',
  groups_until: '',
  group_free_every: '',
  start_time: '',
  vacancy_limit: '',
  held: 0,
  state: '',
  city: '',
  start_place: '',
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
  age_reference: 'race_day' as AgeReference,
  ineligible_changes: 'refuse' as IneligibleChanges,
  changes_until: '',
  changes_downgrade: 'keep' as ChangeDowngrade,
  changes_fee: '0.00',
  deferral_until: '',
  deferral_fee: '0.00',
  returns_until: '',
  returns_fee: '0.00',
  transfers_until: '',
  transfers_from: '',
  transfers_fee: '0.00',
  transfers_most: '1',
  transfers_coupons: true,
  transfers_rights: true,
  teams_until: '',
  max_unpaid_per_account: String(DEFAULT_MAX_UNPAID),
  max_installments: '1',
  min_installment: toDecimal(DEFAULT_MIN_INSTALLMENT_CENTS),
  installment_interest: false,
  modalities: [] as ReturnType<typeof blankModality>[],
  products: [] as ProductForm[],
  payment_methods: PAYMENT_TYPES.map(blankPaymentMethod),
  right_rules: [] as RightForm[],
  discount_cupons: [] as CouponForm[],
  terms: [] as ReturnType<typeof blankTerm>[],
  questionnaires: [] as ReturnType<typeof blankQuestion>[],
  cancellation_tiers: [] as ReturnType<typeof blankCancellationTier>[],
  group_prices: [] as ReturnType<typeof blankGroupPrice>[],
})

export const blankModality = () => ({
  ...UNUSED,
  ...EVERYBODY,
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
  ...EVERYBODY,
  category_id: temporaryId(),
  category_name: '',
  description: '',
  price: '',
  vacancy_limit: '',
  /** People of a team as text; empty: everybody runs alone. */
  team_size: '',
  team_rule: 'any' as TeamRule,
  /** One a line. */
  legs: '',
  held: 0,
  route: '',
})

export const blankProduct = (
  categoryIds: string[] = [],
  fee = { type_fee: '0', rate_organizer: '0.00' },
) => ({
  ...UNUSED,
  ...EVERYBODY,
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
  shirt_value: '',
  /** In order. A product without tiers has one price, its value. */
  tiers: [] as TierForm[],
  shirt_sizes: [] as ReturnType<typeof blankSize>[],
})

export const copyOfProduct = (product: ProductForm, name: string, categoryIds: string[]): ProductForm => ({
  ...product,
  ...UNUSED,
  id: temporaryId(),
  name,
  held: 0,
  category_ids: categoryIds,
  tiers: remaining(product.tiers)
    .filter(({ ended }) => !ended)
    .map((tier) => ({ ...tier, ...UNUSED, id: temporaryId(), held: 0 })),
  shirt_sizes: remaining(product.shirt_sizes).map((size) => ({
    ...size,
    ...UNUSED,
    id: temporaryId(),
    held: 0,
  })),
})

export const blankTier = (name = '', value = '') => ({
  ...UNUSED,
  id: temporaryId(),
  name,
  value,
  ends_on: '',
  quantity: '',
  held: 0,
  /** It has sold out or its last day is over. It stays as it is. */
  ended: false,
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

export const blankRight = () => ({
  ...UNUSED,
  ...EVERYBODY,
  id: temporaryId(),
  name: '',
  /** The key of its law in RIGHT_PRESETS. */
  law: '',
  state: '',
  city: '',
  starts_on: '',
  ends_on: '',
  /** A percentage. */
  rate: '',
  base: 'kit' as RightBase,
  declaration: '',
  proof: '',
  proof_days_before: '',
  companion: false,
  stackable: false,
  in_person: false,
  bib_from: '',
  bib_to: '',
  source_url: '',
  status: ITEM_STATUS.active as number,
  off_reason: '',
  quantity: '',
  held: 0,
  release_on: '',
})

export const blankCoupon = () => ({
  ...UNUSED,
  ...EVERYBODY,
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
  /** The last day on which nobody else gets the unused ones of the quantity. */
  reserved_until: '',
  /** Id of a product as text; empty means all products. */
  product_id: '',
  /** Id of a price tier as text; empty means all tiers. */
  tier_id: '',
  min_people: '',
  max_per_person: '',
  single_use: false,
  for_list: false,
  channel: '',
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
  /** Ids as text; empty asks the participants of all. */
  modality_id: '',
  category_id: '',
  product_id: '',
  asked: 'order' as Asked,
  /** Id of an earlier question as text, and the answer that it needs; empty: asked in any case. */
  condition_question_id: '',
  condition_value: '',
  attach_file: false,
  sensitive: false,
  status: ITEM_STATUS.active as number,
})

export const blankCancellationTier = () => ({
  ...UNUSED,
  id: temporaryId(),
  days_before: '',
  refund_rate: '',
  keeps_fee: true,
})

export const blankGroupPrice = () => ({ ...UNUSED, id: temporaryId(), min_members: '', rate: '' })

export function blankPaymentMethod(type: number) {
  return { id: null as number | null, type, status: ITEM_STATUS.inactive as number }
}

/** One for each type, in the order of the form; blank where there is none. */
export const allMethods = (methods: EventForm['payment_methods']): EventForm['payment_methods'] =>
  PAYMENT_TYPES.map((type) => methods.find((method) => method.type === type) ?? blankPaymentMethod(type))
