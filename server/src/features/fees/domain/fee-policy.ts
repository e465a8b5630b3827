import type { FeePolicy } from '#contract/price.ts'

interface Settings {
  min_fee_free_cents: number
  min_fee_paid_cents: number
  max_fee_bp: number
}

const UNBOUND: FeePolicy = { minFeeFreeCents: 0, minFeePaidCents: 0, maxFeeRate: 10_000 }

/** What the fee of a kit is held against. An enterprise that set nothing bounds nothing. */
export const feePolicy = (settings: Settings | null): FeePolicy =>
  settings
    ? {
        minFeeFreeCents: settings.min_fee_free_cents,
        minFeePaidCents: settings.min_fee_paid_cents,
        maxFeeRate: settings.max_fee_bp,
      }
    : UNBOUND
