import { sql } from 'kysely'
import type { RefundStatus } from '#contract/payment/refund.ts'
import type { inScope } from '#server/features/event/access/queries.ts'
import { refunds } from '#server/features/registration/queries/refunds.ts'
import type { Db } from '#server/lib/db.ts'

export const refundsOfAll = (db: Db) =>
  refunds(db)
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .leftJoin('users as asked', 'asked.id', 'f.asked_by_user_id')
    .select(['f.registration_id', 'r.name as participant', 'asked.name as asked_by'])

interface Page {
  page: number
  per_page: number
  status?: RefundStatus | undefined
}

/** A condition on `events`. */
type Events = ReturnType<typeof inScope>

const isRequested = sql<boolean>`(f.status = 'requested' and f.reason = 'policy')`

/** Of these events: refunds that require the organizer's decision first, then the newest. */
export const listRefundsOf = (db: Db, events: Events, { page, per_page, status }: Page) =>
  refundsOfAll(db)
    .innerJoin('events', 'events.id', 'f.event_id')
    .where(events)
    .$if(status !== undefined, (query) => query.where('f.status', '=', status ?? ''))
    .select(['f.event_id', 'events.title as event_title'])
    .orderBy(isRequested, 'desc')
    .orderBy('f.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export interface RefundSum {
  status: RefundStatus
  refunds: number
  cents: number
}

export const sumRefundsOf = (db: Db, events: Events): Promise<RefundSum[]> =>
  db
    .selectFrom('refunds as f')
    .innerJoin('events', 'events.id', 'f.event_id')
    .where(events)
    .groupBy('f.status')
    .select([
      sql<RefundStatus>`f.status`.as('status'),
      sql<number>`count(*)::int`.as('refunds'),
      sql<number>`sum(f.amount_cents + f.interest_cents)::bigint`.as('cents'),
    ])
    .execute()

/** What waits for the organizer's decision, and for the runners'. */
export async function sumWaiting(db: Db, eventId: number) {
  const { rows } = await sql<{ kind: 'requested' | 'undecided'; registrations: number; cents: number }>`
    select 'requested' as kind, count(distinct f.registration_id)::int as registrations,
      coalesce(sum(f.amount_cents), 0)::int as cents
    from refunds f where f.event_id = ${eventId} and ${isRequested}
    union all
    select 'undecided', count(*)::int, coalesce(sum(greatest(0, p.paid_cents - c.fee_cents)), 0)::int
    from refund_choices c join participant_list p on p.event_id = c.event_id and p.registration_id = c.registration_id
    where c.event_id = ${eventId} and c.choice is null`.execute(db)
  return rows
}
