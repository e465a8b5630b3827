import { type BasisPoints, type Cents, percentOf } from '../money.ts'

// Apart from right-eligibility.ts, because the public pages calculate prices and load no zod.

/** The amount that a right reduces: the price of the kit, or that price without the shirt. */
export const RIGHT_BASES = {
  kit: 'o preço do kit',
  service: 'o preço sem a camiseta',
} as const
export type RightBase = keyof typeof RIGHT_BASES

/** What a discount by right (direito) takes off a price. */
export interface RightDiscount {
  id: number
  name: string
  rate: BasisPoints
  base: RightBase
  /** A coupon may apply to the rest. */
  stackable: boolean
}

export const rightDiscountOf = (valueCents: Cents, shirtCents: Cents, { rate, base }: RightDiscount): Cents =>
  percentOf(base === 'service' ? Math.max(0, valueCents - shirtCents) : valueCents, rate)
