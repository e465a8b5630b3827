import type { z } from 'zod'
import type { FeeAmounts } from '#contract/fees/fee-bounds.ts'
import { toDecimal } from '#contract/money.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import type { FeesInput } from '#contract/producer/producer.ts'

/** Null: the enterprise's fee. */
export type OwnFees = { [name in keyof FeeAmounts]: number | null }

/** The bounds of an enterprise without settings. */
const UNBOUND: FeeAmounts = {
  min_fee_free_cents: 0,
  min_fee_paid_cents: 0,
  setup_fee_cents: 0,
  max_fee_bp: 10_000,
}

/** An organizer's own fees, limited by the enterprise's current bounds; null when neither has any. */
export function effectiveFees(bounds: FeeAmounts | null, own: OwnFees | null): FeeAmounts | null {
  if (!own) return bounds
  const limits = bounds ?? UNBOUND
  return {
    min_fee_free_cents: Math.max(limits.min_fee_free_cents, own.min_fee_free_cents ?? 0),
    min_fee_paid_cents: Math.max(limits.min_fee_paid_cents, own.min_fee_paid_cents ?? 0),
    setup_fee_cents: Math.max(limits.setup_fee_cents, own.setup_fee_cents ?? 0),
    max_fee_bp: Math.min(limits.max_fee_bp, own.max_fee_bp ?? UNBOUND.max_fee_bp),
  }
}

/**
 * Converts form values to an organizer's own fees. Values equal to the enterprise's become null, so that they
 * follow it.
 */
export function ownPart(bounds: FeeAmounts | null, wanted: FeeAmounts): OwnFees {
  const own = (name: keyof FeeAmounts) => (bounds?.[name] === wanted[name] ? null : wanted[name])
  return {
    min_fee_free_cents: own('min_fee_free_cents'),
    min_fee_paid_cents: own('min_fee_paid_cents'),
    setup_fee_cents: own('setup_fee_cents'),
    max_fee_bp: own('max_fee_bp'),
  }
}

export function feePolicy(settings: Omit<FeeAmounts, 'setup_fee_cents'> | null): FeePolicy {
  const { min_fee_free_cents, min_fee_paid_cents, max_fee_bp } = settings ?? UNBOUND
  return { minFeeFreeCents: min_fee_free_cents, minFeePaidCents: min_fee_paid_cents, maxFeeRate: max_fee_bp }
}

export const presentFees = (settings: FeeAmounts | null) => ({
  min_fee_free: settings && toDecimal(settings.min_fee_free_cents),
  setup_fee: settings && toDecimal(settings.setup_fee_cents),
  min_fee_paid: settings && toDecimal(settings.min_fee_paid_cents),
  max_fee_percentage: settings && toDecimal(settings.max_fee_bp),
})

export const feeColumns = (fees: z.output<typeof FeesInput>): FeeAmounts => ({
  min_fee_free_cents: fees.min_fee_free,
  min_fee_paid_cents: fees.min_fee_paid,
  setup_fee_cents: fees.setup_fee,
  max_fee_bp: fees.max_fee_percentage,
})
