import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPaid, PAYMENT_STATUS, PAYMENT_STATUSES } from '#contract/payment-status.ts'
import type { Period } from '#contract/report/period.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Books, DueRow, MoneyRow, SetupFeeRow } from './domain/finances.ts'
import type { StatedPayment } from './domain/statement-table.ts'

const PAID = sql.raw(
  PAYMENT_STATUSES.map((_, code) => code)
    .filter(isPaid)
    .join(', '),
)

const REFUNDED = sql.lit(PAYMENT_STATUS.refunded)

/** SQL: the money of payment `p` arrived, also if it was returned later; of a repeated payment only while it is here. */
const ARRIVED = sql`p.paid_at is not null
  and (p.status in (${PAID}) or p.duplicate_of is null and (p.returned_at is not null or p.status = ${REFUNDED}))`

/** SQL: the money of payment `p` was received in cash, outside of the gateway. */
const IN_CASH = sql`p.status = ${sql.lit(PAYMENT_STATUS.receivedInCash)} and p.paid_at is not null and p.duplicate_of is null`

type Conditions = RawBuilder<unknown>

/** Limits an instant to the days of the period, in the time zone of event `e`. */
const happened = (column: string, { from, to }: Period): Conditions => sql`
  ${from ? sql`and ${sql.ref(column)} >= ${from}::date::timestamp at time zone e.timezone` : sql``}
  ${to ? sql`and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone e.timezone` : sql``}`

/** Instants are grouped by hour before they are converted to local days, which is slow; Brazil's time zones differ by whole hours. */
const bin = (column: string) => sql`date_bin('1 hour', ${sql.ref(column)}, 'epoch')`

const refundsOf = (eventIds: readonly number[]) => sql`
  from refunds f join payments p on p.id = f.payment_id join events e on e.id = f.event_id
  where f.event_id = any (${eventIds}::bigint[]) and f.done_at is not null`

/**
 * SQL: what came to each of these events `e` and what left it, because money of a cancelled event pays for another one; `p` is the payment.
 */
const movesOf = (eventIds: readonly number[]) => sql`(
    select payment_id, to_event_id as event_id, amount_cents as cents, moved_at from payment_moves
    where to_event_id = any (${eventIds}::bigint[])
    union all
    select payment_id, from_event_id, -amount_cents, moved_at from payment_moves
    where from_event_id = any (${eventIds}::bigint[])
  ) v join payments p on p.id = v.payment_id join events e on e.id = v.event_id`

/** Money received and returned by the payments of these events, by day and method. */
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
      -- What was refunded before is not returned again, and not repeated any more.
      select f.event_id, ${bin('p.returned_at')}, p.type, 0, 0, -sum(f.amount_cents), 0, 0, 0, 0
      ${refundsOf(eventIds)} and p.returned_at is not null and p.duplicate_of is null ${happened('p.returned_at', period)}
      group by 1, 2, 3
      union all
      select f.event_id, ${bin('p.paid_at')}, p.type, 0, 0, 0, -sum(f.amount_cents), 0, 0, 0
      ${refundsOf(eventIds)} and p.status in (${PAID}) and p.duplicate_of is not null ${happened('p.paid_at', period)}
      group by 1, 2, 3
      union all
      -- The gateway keeps its fee when it refunds.
      select p.event_id, ${bin('p.paid_at')}, p.type, 0, 0, 0, 0, sum(p.gateway_fee_cents), 0, 0
      from payments p join events e on e.id = p.event_id
      where p.event_id = any (${eventIds}::bigint[]) and p.fee_by_organizer and p.paid_at is not null
        and p.gateway_fee_cents > 0 and p.duplicate_of is null ${happened('p.paid_at', period)}
      group by 1, 2, 3
      union all
      -- Cash is with the organizer, who gives back what is refunded of it.
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
      -- Money of a cancelled event that pays for another one leaves the one and comes to the other; if it is disputed later, it is lost there.
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

/** The statement's *received* of all events of an enterprise, or of all: docs/algorithms/report.md. */
export async function sumReceived(db: Db, enterpriseId: number | null): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(p.amount_cents), 0)::bigint as cents from payments p
    where p.duplicate_of is null and ${ARRIVED} and p.event_id = any (array(
      select id from events where ${enterpriseId}::bigint is null or enterprise_id = ${enterpriseId}
    ))`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Limits a date column to the period. */
const onDay = (column: RawBuilder<unknown>, { from, to }: Period): Conditions => sql`
  ${from ? sql`and ${column} >= ${from}::date` : sql``} ${to ? sql`and ${column} <= ${to}::date` : sql``}`

/** Service fees due on the registrations of these events, and what is owed back to their buyers. */
async function listDues(db: Db, eventIds: readonly number[], period: Period): Promise<DueRow[]> {
  const day = sql`coalesce(paid_on, created_on)`
  const { rows } = await sql<DueRow>`
    select event_id, ${day} as day, sum(fee_due(status, total_cents, fee_cents, paid_cents)) as fees,
      sum(refunding_cents) as owed_back
    from participant_entries
    where event_id = any (${eventIds}::bigint[]) and (paid_cents > 0 or refunding_cents > 0 or total_cents = 0 and fee_cents > 0)
      ${onDay(day, period)}
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

/** Everything the finances of these events are computed from; call it in one snapshot. */
export async function readBooks(db: Db, eventIds: readonly number[], period: Period): Promise<Books> {
  return {
    money: await listMoney(db, eventIds, period),
    dues: await listDues(db, eventIds, period),
    setupFees: await listSetupFees(db, eventIds, period),
  }
}

/** What runners of these events donated and is still paid, by event. */
export async function listDonations(db: Db, eventIds: readonly number[], period: Period) {
  const { rows } = await sql<{ event_id: number; to: string; registrations: number; cents: number }>`
    select c.event_id, n.donation_to as to, count(*)::int as registrations, sum(p.paid_cents)::bigint as cents
    from refund_choices c join events e on e.id = c.event_id join event_cancellations n on n.event_id = c.event_id
    join participant_entries p on p.event_id = c.event_id and p.registration_id = c.registration_id
    where c.event_id = any (${eventIds}::bigint[]) and c.choice = 'donation' and p.paid_cents > 0
      ${happened('c.chosen_at', period)}
    group by 1, 2 order by 1`.execute(db)
  return rows
}

/** The payments of these events that were paid in the period, also those that went back since, the oldest first. */
export async function listStatedPayments(
  db: Db,
  eventIds: readonly number[],
  period: Period,
  most: number,
): Promise<StatedPayment[]> {
  const { rows } = await sql<StatedPayment>`
    select p.event_id, p.id, p.provider, p.charge_id, p.type, p.status, p.amount_cents,
      to_char(p.paid_at at time zone e.timezone, 'YYYY-MM-DD HH24:MI') as paid_at,
      case when p.status = ${REFUNDED} then p.amount_cents else coalesce((
        select sum(f.amount_cents) from refunds f where f.payment_id = p.id and f.done_at is not null
      ), 0)::int end as returned_cents,
      (select string_agg(i.registration_id::text, ', ' order by i.registration_id)
        from payment_items i where i.payment_id = p.id) as registrations
    from payments p join events e on e.id = p.event_id
    where p.event_id = any (${eventIds}::bigint[]) and ${ARRIVED} ${happened('p.paid_at', period)}
    order by p.paid_at, p.id limit ${most}`.execute(db)
  return rows
}

/** A condition on `events`: those that a statement covers. */
export type Scope = (eb: ExpressionBuilder<DB, 'events'>) => Expression<SqlBool>

export const ofEnterprise =
  (enterpriseId: number): Scope =>
  (eb) =>
    eb('events.enterprise_id', '=', enterpriseId)

export type StatedEvent = Awaited<ReturnType<typeof listStated>>[number]

/** The events of a scope, by organizer's name, of each organizer the latest race first. */
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
