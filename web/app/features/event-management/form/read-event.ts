import { dayIn, type IsoDate, toIsoDate } from '#contract/dates.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { toCents } from '#contract/money.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import { centimetreWords } from '#web/features/event/centimetre-words.ts'
import {
  allMethods,
  blankCancellationTier,
  blankCategory,
  blankCoupon,
  blankEvent,
  blankGroupPrice,
  blankModality,
  blankProduct,
  blankQuestion,
  blankRight,
  blankSize,
  blankTerm,
  blankTier,
  type EventForm,
  type TierForm,
} from './event-form.ts'

const DAYS: readonly string[] = [
  'start_date',
  'end_date',
  'date_event',
  'kit_delivery_date',
  'kit_until',
  'changes_until',
  'deferral_until',
  'returns_until',
  'transfers_until',
  'transfers_from',
  'teams_until',
  'groups_until',
  'starts_on',
  'ends_on',
  'release_on',
  'reserved_until',
]

/** The blank values of a form, replaced by stored ones. */
export function filled<T extends object>(blank: T, stored: { [F in keyof T]?: unknown }): T {
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

function tiersOf(stored: OrganizerEvent['products'][number]['tiers'], today: IsoDate): TierForm[] {
  const open = openTiers(
    stored.map(({ id, name, value, ends_on, closed }) => ({
      id,
      name,
      valueCents: toCents(value ?? '') ?? 0,
      endsOn: ends_on && toIsoDate(ends_on),
      isClosed: closed,
    })),
    today,
  )
  return stored.map((tier) => ({
    ...filled(blankTier(), tier),
    ended: !open.some(({ id }) => id === tier.id),
  }))
}

/** `today` decides which price tiers have ended. */
export const formOf = (
  event: OrganizerEvent,
  today: IsoDate = dayIn('America/Sao_Paulo', new Date()),
): EventForm => ({
  ...filled(blankEvent(), event),
  organizer_id: null,
  modalities: event.modalities.map((modality) => ({
    ...filled(blankModality(), modality),
    categories: modality.categories.map((category) => filled(blankCategory(), category)),
  })),
  products: event.products.map((product) => ({
    ...filled(blankProduct(), product),
    category_ids: product.category_ids.map(String),
    tiers: tiersOf(product.tiers, today),
    shirt_sizes: product.shirt_sizes.map((size) => ({
      ...filled(blankSize(), size),
      width_cm: centimetreWords(size.width_cm),
      length_cm: centimetreWords(size.length_cm),
    })),
  })),
  payment_methods: allMethods(event.payment_methods),
  right_rules: event.right_rules.map((right) => filled(blankRight(), right)),
  discount_cupons: event.discount_cupons.map((coupon) => filled(blankCoupon(), coupon)),
  terms: event.terms.map((term) => filled(blankTerm(), term)),
  questionnaires: event.questionnaires.map((question) => filled(blankQuestion(), question)),
  cancellation_tiers: event.cancellation_tiers.map((tier) => filled(blankCancellationTier(), tier)),
  group_prices: event.group_prices.map((price) => filled(blankGroupPrice(), price)),
})
