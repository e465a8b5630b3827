import { type Cents, percentOf } from '../money.ts'
import type { Tier } from './tier.ts'

/** How a kit's `feeRate` is interpreted: as basis points of its value, or as cents. */
export const FEE_TYPE = { percent: 0, fixed: 1 } as const

/** The stored price of a kit and the platform's fee on it. */
export interface KitPrice {
  valueCents: Cents
  feeType: (typeof FEE_TYPE)[keyof typeof FEE_TYPE]
  feeRate: number
  /** The participant pays the fee on top; otherwise the organizer bears it. */
  isIncrement: boolean
  /** The name of the tier that set `valueCents`. */
  tierName?: string
  /** The part of `valueCents` that pays for the shirt. */
  shirtCents?: Cents
}

/**
 * A rate of the value, or a fixed amount (docs/algorithms/pricing.md). A right reduces it with the value,
 * because the law halves what the public pays.
 */
export function serviceFee(kit: KitPrice, rightCents: Cents = 0): Cents {
  const baseCents = kit.valueCents - rightCents
  if (kit.feeType === FEE_TYPE.percent) return percentOf(baseCents, kit.feeRate)
  return rightCents === 0 ? kit.feeRate : Math.round((kit.feeRate * baseCents) / kit.valueCents)
}

/** The price of a kit in a tier; a kit without tiers costs its own value. */
export const atTier = <K extends KitPrice>(kit: K, tier: Pick<Tier, 'name' | 'valueCents'> | null): K =>
  tier ? { ...kit, valueCents: tier.valueCents, tierName: tier.name } : kit

/** The price without a coupon. */
export const kitTotal = (kit: KitPrice): Cents => kit.valueCents + (kit.isIncrement ? serviceFee(kit) : 0)
