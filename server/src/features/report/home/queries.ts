import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { withinReach } from '../../producer/events/queries.ts'
import { eventReach } from '../../producer/policy.ts'

/** Races to come that are looked at; whoever has more sees the soonest. */
const MOST_EVENTS = 200
const MOST_SIZES = 8

const { pending, overdue, refused, rejected, failed } = PAYMENT_STATUS

export const listComing = (db: Db, caller: Caller, today: IsoDate) =>
  db
    .selectFrom('events')
    .where(withinReach(eventReach(caller)))
    .where('events.status', 'in', [0, 1])
    .where('events.event_on', '>=', today)
    .select(['events.id', 'events.title', 'events.event_on', 'events.missing'])
    .orderBy('events.event_on')
    .orderBy('events.id')
    .limit(MOST_EVENTS)
    .execute()

/** Of the entries only the index is read, then the few that wait. */
export async function sumWaiting(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ type: number; registrations: number; cents: number }>`
    with waiting as materialized (
      select event_id, registration_id, total_cents - paid_cents as cents from participant_entries
      where event_id = any (${eventIds}::bigint[])
        and payment_status in (${pending}, ${overdue}, ${refused}, ${rejected}) and status <> 2
    )
    select e.payment_type as type, count(*)::int as registrations, sum(w.cents)::bigint as cents
    from waiting w join participant_entries e using (event_id, registration_id)
    group by 1 order by 1`.execute(db)
  return rows
}

export async function countFailed(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; registrations: number }>`
    select event_id, count(*)::int as registrations from participant_entries
    where event_id = any (${eventIds}::bigint[]) and payment_status = ${failed} and status <> 2
    group by 1 order by 2 desc`.execute(db)
  return rows
}

export async function countRequests(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; registrations: number }>`
    select event_id, count(distinct registration_id)::int as registrations from refunds
    where event_id = any (${eventIds}::bigint[]) and status = 'requested' and reason = 'policy'
    group by 1 order by 2 desc`.execute(db)
  return rows
}

export async function listLowSizes(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; kit: string; size: string; left: number }>`
    select k.event_id, k.name as kit, s.name as size, (l.capacity - l.held)::int as left
    from kits k join shirt_sizes s on s.kit_id = k.id join stock_levels l on l.id = s.stock_level_id
    where k.event_id = any (${eventIds}::bigint[]) and k.status = 1 and l.capacity > 0 and l.held > 0
      and l.capacity - l.held <= greatest(3, l.capacity / 10)
    order by (l.capacity - l.held)::float / l.capacity, k.event_id, k.position, s.position
    limit ${MOST_SIZES}`.execute(db)
  return rows
}
