import { type QueryResult, sql } from 'kysely'
import type { PayoutStatus } from '#contract/payout/payout.ts'
import type { Db } from '#server/lib/db.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'
import { PAYING } from '../domain/transitions.ts'

// Sums by event that the statement's books do not contain.

const { paid, confirmed, settled, refunded, reversed } = code.payment

type Sums = Map<number, number>
const toSums = ({ rows }: QueryResult<{ event_id: number; cents: number }>): Sums =>
  new Map(rows.map(({ event_id, cents }) => [event_id, cents]))

/**
 * Amounts paid but not yet credited, minus refunds; for installments, the part that is not credited. Amounts
 * that go to the organizer's wallet or pay for another event are not included.
 */
export const sumUnsettled = (db: Db, eventIds: readonly number[]): Promise<Sums> =>
  sql<{ event_id: number; cents: number }>`
    with unsettled as (
      select p.id, p.event_id, greatest(0, least(
        p.amount_cents - coalesce(back.cents, 0) - coalesce(p.split_left_cents, p.split_cents, 0), waiting.cents)) as cents
      from payments p left join lateral (
        select sum(amount_cents) as cents from refunds
        where payment_id = p.id and status in ('approved', 'sent', 'needs_person', 'done')
      ) back on true
      left join lateral (
        select coalesce(sum(amount_cents) filter (where not is_credited), 0) as cents
        from payment_installments where payment_id = p.id having count(*) > 0
      ) waiting on p.installments > 1
      where p.status = ${code.payment.confirmed} and p.duplicate_of is null and (p.event_id = any (${eventIds}::bigint[])
        or p.id = any (array(select payment_id from payment_moves where to_event_id = any (${eventIds}::bigint[]))))
    ),
    -- Money that pays for registrations of another event than the payment's. Its part counts as unsettled
    -- first.
    elsewhere as (
      select u.id, u.event_id as home_id, r.event_id, u.cents as most, sum(i.amount_cents - f.refunded_cents) as cents
      from unsettled u join payment_items i on i.payment_id = u.id join registrations r on r.id = i.registration_id
      cross join lateral item_refunds(i.payment_id, i.registration_id) f
      where u.id in (select payment_id from payment_moves) and r.event_id <> u.event_id
      group by 1, 2, 3, 4
    ),
    moved as (
      select home_id, event_id,
        least(most, sum(cents) over moves) - least(most, sum(cents) over moves - cents) as cents
      from elsewhere window moves as (partition by id order by event_id)
    )
    select event_id, sum(cents)::bigint as cents
    from (
      select event_id, cents from unsettled
      union all select event_id, cents from moved
      union all select home_id, -cents from moved
    ) parts
    where event_id = any (${eventIds}::bigint[])
    group by 1`
    .execute(db)
    .then(toSums)

/**
 * Money that gateways sent to organizers' wallets, or will send when it is credited, without what came back.
 * Until a gateway reports the amount, it is the requested one; 0 after a complete refund or a dispute.
 */
export const sumSplit = (db: Db, eventIds: readonly number[]): Promise<Sums> =>
  sql<{ event_id: number; cents: number }>`
    select event_id, sum(coalesce(split_left_cents, case
        when duplicate_of is null and status in (${paid}, ${confirmed}, ${settled}) then split_cents else 0
      end))::bigint as cents
    from payments
    where event_id = any (${eventIds}::bigint[]) and split_cents > 0
      and status in (${paid}, ${confirmed}, ${refunded}, ${reversed}, ${settled})
    group by 1`
    .execute(db)
    .then(toSums)

/** Refunds waiting for a decision, and amounts about which the runner has not decided yet. */
export const sumAsked = (db: Db, eventIds: readonly number[]): Promise<Sums> =>
  sql<{ event_id: number; cents: number }>`
    select event_id, sum(cents)::bigint as cents
    from (
      select r.event_id, r.amount_cents as cents
      from refunds r join payments p on p.id = r.payment_id
      where r.event_id = any (${eventIds}::bigint[]) and r.status = 'requested'
        and p.status in (${paidStatuses}) and p.duplicate_of is null
      union all
      select c.event_id, greatest(0, p.paid_cents - c.fee_cents)
      from refund_choices c join participant_list p on p.event_id = c.event_id and p.registration_id = c.registration_id
      where c.event_id = any (${eventIds}::bigint[]) and c.choice is null
    ) waiting
    group by 1`
    .execute(db)
    .then(toSums)

/** Leaves out the payout `exceptId`. */
export const sumPaidOut = (
  db: Db,
  eventIds: readonly number[],
  statuses: readonly PayoutStatus[],
  exceptId: number | null,
): Promise<Sums> =>
  sql<{ event_id: number; cents: number }>`
    select i.event_id, sum(i.amount_cents)::bigint as cents
    from payout_items i join payouts p on p.id = i.payout_id
    where i.event_id = any (${eventIds}::bigint[]) and p.status = any (${statuses}::text[])
      and p.id is distinct from ${exceptId}
    group by 1`
    .execute(db)
    .then(toSums)

export const sumPaying = (db: Db, eventIds: readonly number[], exceptId: number | null) =>
  sumPaidOut(db, eventIds, PAYING, exceptId)
