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

/** How `value` is read. Stored as `coupons.type`, sent as `type`. */
export const DISCOUNT_TYPE = { percent: 0, fixed: 1 } as const
const TYPES = Object.values(DISCOUNT_TYPE)

/**
 * What a coupon takes off: the same two columns in the database, in code and, as a decimal, on the wire. Another kind is a member
 * more here, which the compiler then asks every function of this file about, a value more in the check of `coupons.type`, and an
 * option more in the form of the coupon.
 */
export type Discount =
  | { type: typeof DISCOUNT_TYPE.percent; value: BasisPoints }
  | { type: typeof DISCOUNT_TYPE.fixed; value: Cents }

/** On its way in: percent or reais with two decimals, which have the digits of basis points and of cents. */
export const DiscountFields = { type: oneOf(...TYPES), value: MoneyInput }
export const DiscountType = z.literal(TYPES)

/** What it takes off an amount, never more than all of it. */
export function discountOf(valueCents: Cents, discount: Discount | null): Cents {
  if (!discount || valueCents <= 0) return 0
  return Math.min(valueCents, wantedCents(valueCents, discount))
}

function wantedCents(valueCents: Cents, { type, value }: Discount): Cents {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return percentOf(valueCents, value)
    case DISCOUNT_TYPE.fixed:
      return value
  }
}

/** Why a coupon cannot have this discount, as a sentence; null when it can. */
export function discountProblem({ type, value }: Discount): string | null {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return value > 10_000 ? 'O desconto não pode passar de 100%.' : null
    case DISCOUNT_TYPE.fixed:
      return null
  }
}

/** `10%`, `R$ 30,00`. */
export function formatDiscount({ type, value }: Discount): string {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return formatBasisPoints(value)
    case DISCOUNT_TYPE.fixed:
      return formatCents(value)
  }
}

/** From a row of `coupons`, whose check allows no other type. */
export const storedDiscount = ({ type, value }: { type: number; value: number }): Discount => ({
  type: type as Discount['type'],
  value,
})

/** On its way out. */
export const printDiscount = ({ type, value }: Discount) => ({ type, value: toDecimal(value) })

export const parseDiscount = ({ type, value }: { type: Discount['type']; value: string }): Discount => ({
  type,
  value: toCents(value) ?? 0,
})
