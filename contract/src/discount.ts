import { z } from 'zod'
import { MoneyInput, oneOf } from './fields.ts'
import {
  type BasisPoints,
  type Cents,
  formatBasisPoints,
  formatCents,
  percentOf,
  toCents,
  toDecimal,
} from './money.ts'

/** How `value` is interpreted. Stored as `coupons.type`, sent as `type`. */
export const DISCOUNT_TYPE = { percent: 0, fixed: 1 } as const
const TYPES = Object.values(DISCOUNT_TYPE)

/**
 * The discount of a coupon: the same two fields in the database, in code and, with a decimal value, in the API. A new kind needs a
 * member here (the compiler then points at everything in this file that must handle it) and a value in the check constraint of
 * `coupons.type`.
 */
export type Discount =
  | { type: typeof DISCOUNT_TYPE.percent; value: BasisPoints }
  | { type: typeof DISCOUNT_TYPE.fixed; value: Cents }

/** The name of each kind, in the coupon form and in the history of an event. */
export const DISCOUNT_LABELS: Readonly<Record<Discount['type'], string>> = {
  [DISCOUNT_TYPE.percent]: 'Percentual',
  [DISCOUNT_TYPE.fixed]: 'Valor fixo',
}

/** Input fields. `value` has two decimals, so its digits are basis points or cents. */
export const DiscountFields = { type: oneOf(...TYPES), value: MoneyInput }
export const DiscountType = z.literal(TYPES)

/** The discount on an amount, at most the amount itself. */
export function discountOf(valueCents: Cents, discount: Discount | null): Cents {
  if (!discount || valueCents <= 0) return 0
  return Math.min(valueCents, nominalCents(valueCents, discount))
}

function nominalCents(valueCents: Cents, { type, value }: Discount): Cents {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return percentOf(valueCents, value)
    case DISCOUNT_TYPE.fixed:
      return value
  }
}

/** Returns the sentence that says why a coupon cannot have this discount, or null when it can. */
export function discountProblem({ type, value }: Discount): string | null {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return value > 10_000 ? 'O desconto não pode passar de 100%.' : null
    case DISCOUNT_TYPE.fixed:
      return null
  }
}

/** Formats a discount as `10%` or `R$ 30,00`. */
export function formatDiscount({ type, value }: Discount): string {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return formatBasisPoints(value)
    case DISCOUNT_TYPE.fixed:
      return formatCents(value)
  }
}

/** Reads a discount from a row of `coupons`, whose check constraint allows no other type. */
export const storedDiscount = ({ type, value }: { type: number; value: number }): Discount => ({
  type: type as Discount['type'],
  value,
})

/** Formats a discount for the API. */
export const printDiscount = ({ type, value }: Discount) => ({ type, value: toDecimal(value) })

export const parseDiscount = ({ type, value }: { type: Discount['type']; value: string }): Discount => ({
  type,
  value: toCents(value) ?? 0,
})
