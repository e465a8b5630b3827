import type { CancellationTier } from '#contract/cancellation.ts'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { type RefundOffer, refundOffer } from '#contract/refund-offer.ts'
import type { WithdrawalRule } from '#contract/withdrawal.ts'
import { paidOf, type Share } from './paid-of.ts'

interface Registration {
  status: number
  event_on: IsoDate
  timezone: string
  cancellation_tiers: readonly CancellationTier[]
  added_fee_cents: number
  approves_cancellations: boolean
  is_cancellation_requested: boolean
}

/** What cancelling a registration gives back now, from what is stored of it. */
export const offerOf = (
  registration: Registration,
  shares: readonly Share[],
  { rule, now }: { rule: WithdrawalRule; now: Date },
): RefundOffer | null =>
  refundOffer({
    status: registration.status,
    ...paidOf(shares, registration.timezone),
    feeCents: registration.added_fee_cents,
    tiers: registration.cancellation_tiers,
    approves: registration.approves_cancellations,
    isRequested: registration.is_cancellation_requested,
    eventOn: registration.event_on,
    today: dayIn(registration.timezone, now),
    rule,
  })
