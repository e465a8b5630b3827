import type { Cents } from '#contract/money.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'

/** In cents; `most` is null without an upper limit. `feeProblem` refuses values outside this range. */
export function feeRange(valueCents: Cents, policy: FeePolicy): { least: Cents; most: Cents | null } {
  if (valueCents === 0) return { least: policy.minFeeFreeCents, most: null }
  const share = Math.floor((valueCents * policy.maxFeeRate) / 10_000)
  return { least: policy.minFeePaidCents, most: Math.max(policy.minFeePaidCents, share) }
}
