import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { CHECKOUT_JOBS } from '#server/features/checkout/jobs.ts'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import { PARTICIPANT_JOBS } from '#server/features/participants/jobs.ts'
import { IS_OWING } from '#server/features/participants/list/queries/filter.ts'
import { PAYMENT_JOBS } from '#server/features/payment/jobs.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

/** Coming races considered, soonest first. */
const MOST_EVENTS = 200
const MOST_SIZES = 50
/** Events listed for each kind of task. */
export const MOST_TASKS = 8

const MAIL_TASKS = [...PAYMENT_JOBS, ...CHECKOUT_JOBS, ...PARTICIPANT_JOBS]
  .filter(({ queue }) => queue === 'mail')
  .map(({ name }) => name)

const { pending, overdue, refused, rejected, failed } = PAYMENT_STATUS

export const listComing = (db: Db, caller: Caller, today: IsoDate) =>
  db
    .selectFrom('events')
    .where(inScope(eventScope(caller)))
    .where('events.status', 'in', [EVENT_STATUS.closed, EVENT_STATUS.open])
    .where('events.event_on', '>=', today)
    .select(['events.id', 'events.title', 'events.event_on', 'events.missing'])
    .orderBy('events.event_on')
    .orderBy('events.id')
    .limit(MOST_EVENTS)
    .execute()

interface OpenSum {
  event_id: number
  type: number
  /** Registrations whose payment can still be paid, and what they owe. */
  waiting: number
  cents: number
  /** Registrations whose charge failed. */
  failed: number
  /** Registrations whose difference to a higher price is not paid. */
  owing: number
}

/** Reads only the index of the entries, then the few that are not paid. */
export async function sumOpen(db: Db, eventIds: readonly number[]): Promise<OpenSum[]> {
  const { rows } = await sql<OpenSum>`
    with open as materialized (
      select event_id, registration_id, total_cents - paid_cents as cents, payment_status <> ${failed} as waits,
        ${IS_OWING} as owes
      from participant_list
      where event_id = any (${eventIds}::bigint[])
        and payment_status in (${pending}, ${overdue}, ${refused}, ${rejected}, ${failed})
        and status <> ${code.registration.cancelled}
    )
    select open.event_id, entry.payment_type as type, count(*) filter (where waits)::int as waiting,
      coalesce(sum(cents) filter (where waits), 0)::bigint as cents,
      count(*) filter (where not waits)::int as failed, count(*) filter (where owes)::int as owing
    from open cross join lateral (
      select e.payment_type from participant_list e
      where e.event_id = open.event_id and e.registration_id = open.registration_id limit 1
    ) entry
    group by 1, 2 order by 2`.execute(db)
  return rows
}

/** Categories of active modalities that no kit is made for; a kit without categories is made for all. */
export async function countBareCategories(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; categories: number }>`
    select c.event_id, count(*)::int as categories
    from categories c join modalities m on m.id = c.modality_id
    where c.event_id = any (${eventIds}::bigint[]) and m.status = ${code.item.active} and not exists (
      select from kits k where k.event_id = c.event_id and (
        c.id = any (k.category_ids)
        or not exists (select from categories known where known.event_id = c.event_id and known.id = any (k.category_ids))
      )
    )
    group by 1`.execute(db)
  return rows
}

export async function countRequests(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; registrations: number }>`
    select event_id, count(distinct registration_id)::int as registrations from refunds
    where event_id = any (${eventIds}::bigint[]) and status = 'requested' and reason = 'policy'
    group by 1 order by 2 desc limit ${MOST_TASKS}`.execute(db)
  return rows
}

/** Refunds that require manual handling, also of cancelled events. */
export const listStuckRefunds = (db: Db, caller: Caller) =>
  db
    .selectFrom('refunds')
    .innerJoin('events', 'events.id', 'refunds.event_id')
    .where(inScope(eventScope(caller)))
    .where('refunds.status', '=', 'needs_person')
    .groupBy(['events.id', 'events.title'])
    .select(['events.id as event_id', 'events.title'])
    .select(sql<number>`count(distinct refunds.registration_id)::int`.as('registrations'))
    .orderBy('registrations', 'desc')
    .orderBy('events.id')
    .limit(MOST_TASKS)
    .execute()

export async function listLowSizes(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; kit: string; size: string; left: number }>`
    select k.event_id, k.name as kit, s.name as size, (l.capacity - l.held)::int as left
    from kits k join shirt_sizes s on s.kit_id = k.id join stock_levels l on l.id = s.stock_level_id
    where k.event_id = any (${eventIds}::bigint[]) and k.status = ${code.item.active} and l.capacity > 0 and l.held > 0
      and l.capacity - l.held <= greatest(3, l.capacity / 10)
    order by (l.capacity - l.held)::float / l.capacity, k.event_id, k.position, s.position
    limit ${MOST_SIZES}`.execute(db)
  return rows
}

/** Attempts, over some hours, after which a message counts as failed: its address is wrong or rejects it. */
const FAILED_AFTER = 5
const MOST_MAILS = 8

const payloadId = (name: string) => sql`(j.payload ->> ${sql.lit(name)})::bigint`

/** SQL: failed messages with their registration, to which the jobs' payloads refer in different ways. */
const FAILED_MAILS = sql`
  select j.id as job_id, coalesce(
    ${payloadId('registrationId')},
    (select f.registration_id from refunds f where f.id = ${payloadId('refundId')}),
    (select min(i.registration_id) from payment_items i where i.payment_id = ${payloadId('paymentId')}),
    (
      select min(r.id) from registrations r
      where r.responsible_user_id = ${payloadId('payerUserId')} and r.event_id = ${payloadId('eventId')}
    )
  ) as registration_id
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts >= ${FAILED_AFTER} and t.identifier = any (${MAIL_TASKS}::text[])`

export async function listFailedMails(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; registration_id: number; name: string }>`
    with failed as materialized (${FAILED_MAILS})
    select distinct r.event_id, r.id as registration_id, r.name
    from failed join registrations r on r.id = failed.registration_id
    where r.event_id = any (${eventIds}::bigint[])
    order by r.id desc limit ${MOST_MAILS}`.execute(db)
  return rows
}

/** The most messages that one request sends again. */
const MOST_RETRIED = 200

/** Reschedules the failed messages of an event for now, with a full number of attempts. Returns how many. */
export async function rescheduleFailedMails(tx: Tx, eventId: number): Promise<number> {
  const { rows } = await sql`
    with failed as materialized (${FAILED_MAILS})
    select id from graphile_worker.reschedule_jobs(
      array(
        select job_id from failed join registrations r on r.id = failed.registration_id
        where r.event_id = ${eventId} order by job_id limit ${MOST_RETRIED}
      ),
      run_at => now(), attempts => 0::smallint
    )`.execute(tx)
  return rows.length
}
