import {
  type BasisPoints,
  type Cents,
  formatBasisPoints,
  formatCents,
  percentOf,
  toCents,
  toDecimal,
} from '../money.ts'

/** How `value` is interpreted; the column `coupons.type`. */
export const DISCOUNT_TYPE = { percent: 0, fixed: 1 } as const

/**
 * The discount of a coupon, with the same two fields in the database and, as a decimal, in the API. A new
 * type also needs a value in the check constraint of `coupons.type`.
 */
export type Discount =
  | { type: typeof DISCOUNT_TYPE.percent; value: BasisPoints }
  | { type: typeof DISCOUNT_TYPE.fixed; value: Cents }

export const DISCOUNT_LABELS: Readonly<Record<Discount['type'], string>> = {
  [DISCOUNT_TYPE.percent]: 'Percentual',
  [DISCOUNT_TYPE.fixed]: 'Valor fixo',
}

/** The discount is never more than the amount itself. */
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

/** Why a coupon cannot have this discount; null when it can. */
export function discountProblem({ type, value }: Discount): string | null {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return value > 10_000 ? 'O desconto não pode passar de 100%.' : null
    case DISCOUNT_TYPE.fixed:
      return null
  }
}

/** `10%` or `R$ 30,00`. */
export function formatDiscount({ type, value }: Discount): string {
  switch (type) {
    case DISCOUNT_TYPE.percent:
      return formatBasisPoints(value)
    case DISCOUNT_TYPE.fixed:
      return formatCents(value)
  }
}

/** The check constraint of `coupons.type` allows no other type. */
export const storedDiscount = ({ type, value }: { type: number; value: number }): Discount => ({
  type: type as Discount['type'],
  value,
})

export const printDiscount = ({ type, value }: Discount) => ({ type, value: toDecimal(value) })

export const parseDiscount = ({ type, value }: { type: Discount['type']; value: string }): Discount => ({
  type,
  value: toCents(value) ?? 0,
})
