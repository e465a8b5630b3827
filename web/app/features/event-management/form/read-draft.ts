import {
  allMethods,
  blankCancellationTier,
  blankCategory,
  blankCoupon,
  blankEvent,
  blankGroupPrice,
  blankModality,
  blankPaymentMethod,
  blankProduct,
  blankQuestion,
  blankRight,
  blankSize,
  blankTerm,
  blankTier,
  type EventForm,
} from './event-form.ts'
import { isList, type ListKey } from './labels.ts'

const BLANKS: Readonly<Record<ListKey, () => object>> = {
  modalities: blankModality,
  categories: blankCategory,
  products: blankProduct,
  shirt_sizes: blankSize,
  tiers: blankTier,
  payment_methods: () => blankPaymentMethod(0),
  right_rules: blankRight,
  discount_cupons: blankCoupon,
  terms: blankTerm,
  questionnaires: blankQuestion,
  cancellation_tiers: blankCancellationTier,
  group_prices: blankGroupPrice,
}

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The form of a stored draft; null if it is none. Fields that it lacks, because an earlier release stored it,
 * are those of `fallback`.
 */
export function readDraft(stored: unknown, fallback: EventForm = blankEvent()): EventForm | null {
  if (!isValues(stored) || !Array.isArray(stored.modalities)) return null
  const form = shaped(fallback, stored)
  return {
    ...form,
    payment_methods: allMethods(form.payment_methods),
  }
}

function shaped<T extends object>(blank: T, stored: Values): T {
  const shapedField = ([field, empty]: [string, unknown]) => {
    const value = stored[field]
    if (!Array.isArray(empty)) return isLike(empty, value) ? value : empty
    if (!Array.isArray(value)) return empty
    if (!isList(field)) return value.filter((one) => typeof one === 'string')
    return value.filter(isValues).map((item) => shaped(BLANKS[field](), item))
  }
  return Object.fromEntries(Object.entries(blank).map((entry) => [entry[0], shapedField(entry)])) as T
}

/** A field that is null while nothing was chosen holds a text or a number afterwards. */
const isLike = (empty: unknown, value: unknown) =>
  empty === null
    ? value === null || typeof value === 'string' || typeof value === 'number'
    : typeof value === typeof empty && value !== null
