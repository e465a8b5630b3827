import { type CancellationTier, policyRefund } from './cancellation.ts'
import type { IsoDate } from './dates.ts'
import type { Cents } from './money.ts'
import { mayBeRefunded, type Withdrawable, withdrawalOf } from './withdrawal.ts'

interface Cancellable extends Withdrawable {
  /** As frozen on the registration. */
  tiers: readonly CancellationTier[]
  /** The service fee that was paid on top; 0 when the organizer bears it. */
  feeCents: Cents
  /** The organizer decides on what the policy gives back. */
  approves: boolean
  /** Its runner has asked to cancel it, and nobody has decided yet. */
  isRequested: boolean
}

export interface RefundOffer {
  reason: 'withdrawal' | 'policy'
  refundCents: Cents
  keptCents: Cents
  /** The last day of the right of withdrawal; null for the policy, whose days its sentences say. */
  until: IsoDate | null
  /** It is asked for; the registration stays as it is until the organizer has decided. */
  needsApproval: boolean
}

/**
 * What cancelling a paid registration today gives back, by the better of the right of withdrawal, which needs nobody's approval, and the
 * event's policy; null when nothing, and then it is not cancelled (docs/algorithms/pricing.md, "Cancellation policy").
 */
export function refundOffer(registration: Cancellable): RefundOffer | null {
  const { tiers, paidCents, feeCents, eventOn, today, approves, isRequested } = registration
  if (isRequested) return null
  const withdrawal = withdrawalOf(registration)
  if (withdrawal)
    return {
      reason: 'withdrawal',
      refundCents: withdrawal.amountCents,
      keptCents: 0,
      until: withdrawal.until,
      needsApproval: false,
    }
  if (!mayBeRefunded(registration)) return null
  const refundCents = policyRefund({ tiers, paidCents, feeCents, eventOn, today }) ?? 0
  if (refundCents === 0) return null
  return {
    reason: 'policy',
    refundCents,
    keptCents: paidCents - refundCents,
    until: null,
    needsApproval: approves,
  }
}
