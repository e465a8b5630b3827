import type { Cents } from '#contract/money.ts'
import type { KitPrice } from '#contract/pricing/kit-total.ts'
import { priceOf } from '#contract/pricing/price.ts'
import type { RightDiscount } from '#contract/pricing/right-rule.ts'
import { sumOf } from './sum.ts'

export interface PricedGroup {
  kit: KitPrice & { name: string }
  registrations: number
  totalCents: Cents
  /** The price with other discounts than rights; null: the price without any. */
  before: { totalCents: Cents; feeCents: Cents } | null
}

export interface RightCost {
  registrations: number
  totalCents: Cents
  offCents: Cents
  costCents: Cents
}

/** What a right takes off. A runner who pays less without it, by a coupon, keeps that price. */
export function rightCost(groups: readonly PricedGroup[], right: RightDiscount): RightCost {
  const priced = groups.map((group) => {
    const full = priceOf(group.kit, null)
    const before = group.before ?? full
    const after = priceOf(group.kit, null, right)
    const offCents = Math.max(0, before.totalCents - after.totalCents)
    return { ...group, offCents, costCents: offCents > 0 ? offCents - (before.feeCents - after.feeCents) : 0 }
  })
  const sum = (of: 'totalCents' | 'offCents' | 'costCents') =>
    sumOf(priced, (group) => group[of] * group.registrations)
  return {
    registrations: sumOf(groups, ({ registrations }) => registrations),
    totalCents: sum('totalCents'),
    offCents: sum('offCents'),
    costCents: sum('costCents'),
  }
}

/** What it takes off a number of registrations at the average price without discounts. */
export function estimatedCost(groups: readonly PricedGroup[], right: RightDiscount, uses: number): RightCost {
  const full = groups.map((group) => ({
    ...group,
    before: null,
    totalCents: priceOf(group.kit, null).totalCents,
  }))
  const { registrations, ...sums } = rightCost(full, right)
  const scaled = (cents: Cents) => (registrations === 0 ? 0 : Math.round((cents * uses) / registrations))
  return {
    registrations: uses,
    totalCents: scaled(sums.totalCents),
    offCents: scaled(sums.offCents),
    costCents: scaled(sums.costCents),
  }
}
