import { addDays, type IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import { type CancellationTier, policyRefund } from '../registration/cancellation.ts'
import { mayBeRefunded, type Withdrawable, withdrawalOf } from '../registration/withdrawal.ts'

interface Cancellable extends Withdrawable {
  /** The policy at the time of purchase. */
  tiers: readonly CancellationTier[]
  /** The service fee paid on top of the price; 0 when the organizer bears it. */
  feeCents: Cents
  /** The organizer must approve a refund by the policy. */
  approves: boolean
  /** The runner has asked to cancel it, and the organizer has not decided yet. */
  isRequested: boolean
  /** A right was rejected, and the difference to the price without it is not paid yet. */
  owesRejectedRight: boolean
}

export interface RefundTerms {
  reason: 'withdrawal' | 'right_rejected' | 'policy'
  refundCents: Cents
  keptCents: Cents
  /** The last day of the right of withdrawal; otherwise null. */
  until: IsoDate | null
  /** Cancelling sends a request; the registration does not change until the organizer has decided. */
  needsApproval: boolean
  /** The next day on which it refunds another amount; null when none follows before the race. */
  next: { from: IsoDate; refundCents: Cents } | null
}

/**
 * What cancelling a paid registration today refunds (docs/algorithms/pricing.md, "Cancellation policy"): by
 * the right of withdrawal; everything while the difference of a rejected right is due; otherwise by the
 * event's policy. Null when nothing is refunded; the registration can then not be cancelled.
 */
export function refundTerms(registration: Cancellable): RefundTerms | null {
  const terms = termsOn(registration)
  return terms && { ...terms, next: nextChange(registration, terms) }
}

type Terms = Omit<RefundTerms, 'next'>

function nextChange(registration: Cancellable, { reason, until, refundCents }: Terms): RefundTerms['next'] {
  if (reason === 'right_rejected') return null
  const { tiers, eventOn, today } = registration
  const from = [...(until ? [until] : []), ...tiers.map(({ days_before }) => addDays(eventOn, -days_before))]
    .map((lastDay) => addDays(lastDay, 1))
    .filter((day) => day > today && day <= eventOn)
    .toSorted()
  for (const day of from) {
    const then = termsOn({ ...registration, today: day })?.refundCents ?? 0
    if (then !== refundCents) return { from: day, refundCents: then }
  }
  return null
}

function termsOn(registration: Cancellable): Terms | null {
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
  if (registration.owesRejectedRight)
    return {
      reason: 'right_rejected',
      refundCents: paidCents,
      keptCents: 0,
      until: null,
      needsApproval: false,
    }
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
