import type { Cents } from '#contract/money.ts'
import type { FeePolicy } from '#contract/price.ts'

/** The least and the most a kit's service fee may be; the most is null where nothing bounds it. What `feeProblem` refuses lies outside. */
export function feeRange(valueCents: Cents, policy: FeePolicy): { least: Cents; most: Cents | null } {
  if (valueCents === 0) return { least: policy.minFeeFreeCents, most: null }
  const share = Math.floor((valueCents * policy.maxFeeRate) / 10_000)
  return { least: policy.minFeePaidCents, most: Math.max(policy.minFeePaidCents, share) }
}
