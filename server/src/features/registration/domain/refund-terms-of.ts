import { dayIn, type IsoDate, instantIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { type RefundTerms, refundTerms } from '#contract/payment/refund-terms.ts'
import type { CancellationTier } from '#contract/registration/cancellation.ts'
import type { WithdrawalRule } from '#contract/registration/withdrawal.ts'
import { paidOf, type Share } from './paid-of.ts'

interface Race {
  event_on: IsoDate
  start_time: string
  timezone: string
}

interface Registration extends Race {
  status: number
  cancellation_tiers: readonly CancellationTier[]
  added_fee_cents: number
  approves_cancellations: boolean
  is_cancellation_requested: boolean
  is_returned: boolean
  rejected_right_ids: readonly number[]
  total_cents: number
}

export const hasStarted = ({ event_on, start_time, timezone }: Race, now: Date): boolean =>
  now >= instantIn(timezone, event_on, start_time)

/**
 * Null if cancelling the registration now refunds nothing. While a returned place waits for a buyer, only the right
 * of withdrawal applies.
 */
export const refundTermsOf = (
  registration: Registration,
  shares: readonly Share[],
  { rule, now }: { rule: WithdrawalRule; now: Date },
): RefundTerms | null => {
  const paid = paidOf(shares, registration.timezone)
  const terms = refundTerms({
    status: registration.is_returned ? REGISTRATION_STATUS.confirmed : registration.status,
    ...paid,
    owesRejectedRight:
      registration.rejected_right_ids.length > 0 && paid.paidCents < registration.total_cents,
    feeCents: registration.added_fee_cents,
    tiers: registration.is_returned ? [] : registration.cancellation_tiers,
    approves: registration.approves_cancellations,
    isRequested: registration.is_cancellation_requested,
    eventOn: registration.event_on,
    today: dayIn(registration.timezone, now),
    hasStarted: hasStarted(registration, now),
    rule,
  })
  return registration.is_returned && terms?.reason !== 'withdrawal' ? null : terms
}
