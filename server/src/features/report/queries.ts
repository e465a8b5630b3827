import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Period } from '#contract/report/period.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'
import type { Books, DueRow, MoneyRow, SetupFeeRow } from './domain/finances.ts'
import type { StatedPayment } from './domain/statement-table.ts'

/** SQL: the money of `p` arrived, even if returned later; a duplicate counts only while its money is held. */
export const ARRIVED = sql`p.paid_at is not null
  and (p.status in (${paidStatuses}) or p.duplicate_of is null and (p.returned_at is not null or p.status = ${code.payment.refunded}))`

/** SQL: payment `p` was received outside the gateway. */
const IN_CASH = sql`p.status = ${code.payment.receivedInCash} and p.paid_at is not null and p.duplicate_of is null`

type Conditions = RawBuilder<unknown>

/** SQL: limits an instant to the days of the period. */
export const inPeriod = (column: string, { from, to }: Period, zone: Conditions): Conditions => sql`
  ${from ? sql`and ${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone}` : sql``}
  ${to ? sql`and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone}` : sql``}`

/** SQL: a time is in the period, in the time zone of event `e`. */
const happened = (column: string, period: Period) => inPeriod(column, period, sql`e.timezone`)

/**
 * SQL: a time rounded down to its hour. Rows are grouped by it before the slow conversion to local days,
 * because Brazil's time zones differ by whole hours.
 */
const bin = (column: string) => sql`date_bin('1 hour', ${sql.ref(column)}, 'epoch')`

const refundsOf = (eventIds: readonly number[]) => sql`
  from refunds f join payments p on p.id = f.payment_id join events e on e.id = f.event_id
  where f.event_id = any (${eventIds}::bigint[]) and f.done_at is not null`

/** SQL: money of payments `p` for a cancelled event that pays for another one; `e` is either event. */
const movesOf = (eventIds: readonly number[]) => sql`(
    select payment_id, to_event_id as event_id, amount_cents as cents, moved_at from payment_moves
    where to_event_id = any (${eventIds}::bigint[])
    union all
    select payment_id, from_event_id, -amount_cents, moved_at from payment_moves
    where from_event_id = any (${eventIds}::bigint[])
  ) v join payments p on p.id = v.payment_id join events e on e.id = v.event_id`

/** Money received and returned, by event, day and method. */
export async function listMoney(db: Db, eventIds: readonly number[], period: Period): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select event_id, (bin at time zone timezone)::date as day, moves.type, sum(payments)::bigint as payments,
      sum(received)::bigint as received, sum(returned)::bigint as returned, sum(repeated)::bigint as repeated,
      sum(card_fees)::bigint as card_fees, sum(cash)::bigint as cash, sum(moved)::bigint as moved
    from (
      select p.event_id, ${bin('p.paid_at')} as bin, p.type,
        count(*) filter (where p.duplicate_of is null) as payments,
        coalesce(sum(p.amount_cents) filter (where p.duplicate_of is null), 0) as received, 0 as returned,
        coalesce(sum(p.amount_cents) filter (where p.duplicate_of is not null), 0) as repeated, 0 as card_fees, 0 as cash,
        0 as moved
      from payments p join events e on e.id = p.event_id
      where p.event_id = any (${eventIds}::bigint[]) and ${ARRIVED} ${happened('p.paid_at', period)}
      group by 1, 2, 3
      union all
      select p.event_id, ${bin('p.returned_at')}, p.type, 0, 0, sum(p.amount_cents), 0, 0, 0, 0
      from payments p join events e on e.id = p.event_id
      where p.event_id = any (${eventIds}::bigint[]) and p.returned_at is not null
        and p.duplicate_of is null ${happened('p.returned_at', period)}
      group by 1, 2, 3
      union all
      select f.event_id, ${bin('f.done_at')}, p.type, 0, 0, sum(f.amount_cents), 0, 0, 0, 0
      ${refundsOf(eventIds)} and p.paid_at is not null and p.duplicate_of is null ${happened('f.done_at', period)}
      group by 1, 2, 3
      union all
      -- A dispute returns only what was not refunded before.
      select f.event_id, ${bin('p.returned_at')}, p.type, 0, 0, -sum(f.amount_cents), 0, 0, 0, 0
      ${refundsOf(eventIds)} and p.returned_at is not null and p.duplicate_of is null ${happened('p.returned_at', period)}
      group by 1, 2, 3
      union all
      select f.event_id, ${bin('p.paid_at')}, p.type, 0, 0, 0, -sum(f.amount_cents), 0, 0, 0
      ${refundsOf(eventIds)} and p.status in (${paidStatuses}) and p.duplicate_of is not null ${happened('p.paid_at', period)}
      group by 1, 2, 3
      union all
      select f.event_id, ${bin('f.at')}, f.type, 0, 0, 0, 0, sum(f.amount_cents), 0, 0
      from fee_entries f join events e on e.id = f.event_id
      where f.event_id = any (${eventIds}::bigint[]) and f.kind = 'card' ${happened('f.at', period)}
      group by 1, 2, 3
      union all
      -- The organizer holds the cash and pays its refunds.
      select p.event_id, ${bin('p.paid_at')}, p.type, 0, 0, 0, 0, 0, sum(p.amount_cents), 0
      from payments p join events e on e.id = p.event_id
      where p.event_id = any (${eventIds}::bigint[]) and ${IN_CASH} ${happened('p.paid_at', period)}
      group by 1, 2, 3
      union all
      select f.event_id, ${bin('p.paid_at')}, p.type, 0, 0, 0, 0, 0, -sum(f.amount_cents), 0
      from refunds f join payments p on p.id = f.payment_id join events e on e.id = f.event_id
      where f.event_id = any (${eventIds}::bigint[]) and f.status in ('approved', 'sent', 'needs_person', 'done')
        and ${IN_CASH} ${happened('p.paid_at', period)}
      group by 1, 2, 3
      union all
      -- Money of a cancelled event can pay for another event: it leaves the first and comes to the
      -- second. If it is disputed later, the second loses it.
      select e.id, ${bin('v.moved_at')}, p.type, 0, 0, 0, 0, 0, 0, sum(v.cents)
      from ${movesOf(eventIds)} where p.duplicate_of is null and p.paid_at is not null ${happened('v.moved_at', period)}
      group by 1, 2, 3
      union all
      select e.id, ${bin('p.returned_at')}, p.type, 0, 0, sum(v.cents), 0, 0, 0, 0
      from ${movesOf(eventIds)} where p.duplicate_of is null and p.returned_at is not null ${happened('p.returned_at', period)}
      group by 1, 2, 3
      union all
      select e.id, ${bin('p.paid_at')}, p.type, 0, 0, 0, 0, 0, sum(v.cents), 0
      from ${movesOf(eventIds)} where ${IN_CASH} ${happened('p.paid_at', period)}
      group by 1, 2, 3
    ) moves join events on events.id = event_id
    group by 1, 2, 3`.execute(db)
  return rows
}

/** The statement's *received* of an enterprise's events, or of all (null): docs/algorithms/report.md. */
export async function sumReceived(db: Db, enterpriseId: number | null): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(p.amount_cents), 0)::bigint as cents from payments p
    where p.duplicate_of is null and ${ARRIVED} and p.event_id = any (array(
      select id from events where ${enterpriseId}::bigint is null or enterprise_id = ${enterpriseId}
    ))`.execute(db)
  return rows[0]?.cents ?? 0
}

/** SQL: limits a date column to the period. */
export const onDay = (column: RawBuilder<unknown>, { from, to }: Period): Conditions => sql`
  ${from ? sql`and ${column} >= ${from}::date` : sql``} ${to ? sql`and ${column} <= ${to}::date` : sql``}`

/** Service fees as they were booked, and amounts owed to buyers now. */
async function listDues(db: Db, eventIds: readonly number[], period: Period): Promise<DueRow[]> {
  const day = sql`coalesce(paid_on, created_on)`
  const { rows } = await sql<DueRow>`
    select event_id, day, sum(fees)::bigint as fees, sum(owed_back)::bigint as owed_back
    from (
      select event_id, (bin at time zone timezone)::date as day, fees, 0 as owed_back
      from (
        select f.event_id, ${bin('f.at')} as bin, sum(f.amount_cents) as fees
        from fee_entries f join events e on e.id = f.event_id
        where f.event_id = any (${eventIds}::bigint[]) and f.kind = 'service' ${happened('f.at', period)}
        group by 1, 2
      ) booked join events on id = event_id
      union all
      select event_id, ${day}, 0, sum(refunding_cents) from participant_list
      where event_id = any (${eventIds}::bigint[]) and refunding_cents > 0 ${onDay(day, period)}
      group by 1, 2
    ) dues
    group by 1, 2`.execute(db)
  return rows.filter(({ fees, owed_back }) => fees !== 0 || owed_back !== 0)
}

export async function listSetupFees(
  db: Db,
  eventIds: readonly number[],
  period: Period,
): Promise<SetupFeeRow[]> {
  const { rows } = await sql<SetupFeeRow>`
    select c.event_id, (c.created_at at time zone e.timezone)::date as day, sum(c.amount_cents) as setup_fee
    from organizer_charges c join events e on e.id = c.event_id
    where c.event_id = any (${eventIds}::bigint[]) and c.kind = 'setup_fee' ${happened('c.created_at', period)}
    group by 1, 2 having sum(c.amount_cents) <> 0`.execute(db)
  return rows
}

/** Call it within `inSnapshot`, so that all figures are of one moment. */
export async function readBooks(db: Db, eventIds: readonly number[], period: Period): Promise<Books> {
  return {
    money: await listMoney(db, eventIds, period),
    dues: await listDues(db, eventIds, period),
    setupFees: await listSetupFees(db, eventIds, period),
  }
}

/** Donations whose money was not refunded, by event. */
export async function listDonations(db: Db, eventIds: readonly number[], period: Period) {
  const { rows } = await sql<{ event_id: number; to: string; registrations: number; cents: number }>`
    select c.event_id, n.donation_to as to, count(*)::int as registrations, sum(p.paid_cents)::bigint as cents
    from refund_choices c join events e on e.id = c.event_id join event_cancellations n on n.event_id = c.event_id
    join participant_list p on p.event_id = c.event_id and p.registration_id = c.registration_id
    where c.event_id = any (${eventIds}::bigint[]) and c.choice = 'donation' and p.paid_cents > 0
      ${happened('c.chosen_at', period)}
    group by 1, 2 order by 1`.execute(db)
  return rows
}

/** Paid in the period, including those refunded since, oldest first. */
export async function listStatedPayments(
  db: Db,
  eventIds: readonly number[],
  period: Period,
  most: number,
): Promise<StatedPayment[]> {
  const { rows } = await sql<StatedPayment>`
    select p.event_id, p.id, p.provider, p.charge_id, p.type, p.status, p.amount_cents,
      to_char(p.paid_at at time zone e.timezone, 'YYYY-MM-DD HH24:MI') as paid_at,
      case when p.status = ${code.payment.refunded} then p.amount_cents else coalesce((
        select sum(f.amount_cents) from refunds f where f.payment_id = p.id and f.done_at is not null
      ), 0)::int end as returned_cents,
      (select string_agg(i.registration_id::text, ', ' order by i.registration_id)
        from payment_items i where i.payment_id = p.id) as registrations
    from payments p join events e on e.id = p.event_id
    where p.event_id = any (${eventIds}::bigint[]) and ${ARRIVED} ${happened('p.paid_at', period)}
    order by p.paid_at, p.id limit ${most}`.execute(db)
  return rows
}

/** A condition on `events`. */
export type Scope = (eb: ExpressionBuilder<DB, 'events'>) => Expression<SqlBool>

export const ofEnterprise =
  (enterpriseId: number): Scope =>
  (eb) =>
    eb('events.enterprise_id', '=', enterpriseId)

/** By organizer's name, then latest race first. */
export const listStated = (db: Db, scope: Scope) =>
  db
    .selectFrom('events')
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
    .where(scope)
    .select(['events.id', 'events.title', 'events.event_on', 'events.organizer_id'])
    .select('organizers.fantasy_name as organizer')
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
