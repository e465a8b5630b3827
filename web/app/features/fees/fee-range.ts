import type { Cents } from '#contract/money.ts'
import type { FeePolicy } from '#contract/price.ts'

/**
 * The lowest and highest service fee of a kit; the highest is null when nothing limits it. `feeProblem` refuses values
 * outside the range.
 */
export function feeRange(valueCents: Cents, policy: FeePolicy): { least: Cents; most: Cents | null } {
  if (valueCents === 0) return { least: policy.minFeeFreeCents, most: null }
  const share = Math.floor((valueCents * policy.maxFeeRate) / 10_000)
  return { least: policy.minFeePaidCents, most: Math.max(policy.minFeePaidCents, share) }
}
