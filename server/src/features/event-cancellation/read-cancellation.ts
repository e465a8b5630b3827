import { toBrazilianDate } from '#contract/dates.ts'
import {
  type EventCancellation,
  REFUND_CHANNELS,
  type RefundChannel,
} from '#contract/event-cancellation/event-cancellation.ts'
import { toDecimal } from '#contract/money.ts'
import type { Waiting } from '#contract/payment/refund.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { getRefundSettings } from '#server/features/fees/refund-settings/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { requireOwnEvent } from './policy.ts'
import { findCancellation, sumChannels, sumEvent } from './queries.ts'

type Cancellation = NonNullable<Awaited<ReturnType<typeof findCancellation>>>

/** Throws 404 outside the caller's scope. */
export async function readCancellation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  eventId: number,
): Promise<EventCancellation> {
  const { enterprise_id: enterpriseId } = await getAccessibleEvent(db, caller, eventId)
  requireOwnEvent(caller)
  const sums = await sumEvent(db, eventId)
  const channels = await sumChannels(db, eventId, clock.now())
  const cancelled = await findCancellation(db, eventId)
  const { choice_days } = await getRefundSettings(db, enterpriseId)
  const share = (kind: Parameters<typeof sums.get>[0]) => presentShare(sums.get(kind))
  return {
    registrations: share('active').registrations,
    paid: share('paid'),
    channels: Object.fromEntries(
      REFUND_CHANNELS.map((channel) => [channel, presentShare(channels.get(channel))]),
    ) as Record<RefundChannel, Waiting>,
    choice_days,
    cancelled: cancelled
      ? {
          at: cancelled.cancelled_at.toISOString(),
          reason: cancelled.reason,
          donation_to: cancelled.donation_to,
          waiting: share('waiting'),
          donated: share('donated'),
          credit: presentCredit(cancelled, share('used')),
        }
      : null,
  }
}

const presentShare = (sum: { registrations: number; cents: number } | undefined): Waiting => ({
  registrations: sum?.registrations ?? 0,
  amount: toDecimal(sum?.cents ?? 0),
})

const presentCredit = (
  { credit_until: until, new_event_id: id, new_title: title }: Cancellation,
  used: Waiting,
) =>
  until === null
    ? null
    : { until: toBrazilianDate(until), event: id === null ? null : { id, title: title ?? '' }, used }
