import { toBrazilianDate } from '#contract/dates.ts'
import type { EventCancellation } from '#contract/event-cancellation.ts'
import { toDecimal } from '#contract/money.ts'
import type { Waiting } from '#contract/refund.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { getRefundSettings } from '../../fees/refund-settings/queries.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { requireOwnEvent } from './policy.ts'
import { findCancellation, sumEvent } from './queries.ts'

type Cancellation = NonNullable<Awaited<ReturnType<typeof findCancellation>>>

/** What cancelling an event would do, or where its cancelling is. Throws 404 for an event out of the caller's reach. */
export async function readCancellation(db: Db, caller: Caller, eventId: number): Promise<EventCancellation> {
  const { enterprise_id: enterpriseId } = await getReachedEvent(db, caller, eventId)
  requireOwnEvent(caller)
  const sums = await sumEvent(db, eventId)
  const cancelled = await findCancellation(db, eventId)
  const { choice_days } = await getRefundSettings(db, enterpriseId)
  const share = (kind: Parameters<typeof sums.get>[0]) => {
    const { registrations, cents } = sums.get(kind) ?? { registrations: 0, cents: 0 }
    return { registrations, amount: toDecimal(cents) }
  }
  return {
    registrations: share('active').registrations,
    paid: share('paid'),
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

const presentCredit = (
  { credit_until: until, new_event_id: id, new_title: title }: Cancellation,
  used: Waiting,
) =>
  until === null
    ? null
    : { until: toBrazilianDate(until), event: id === null ? null : { id, title: title ?? '' }, used }
