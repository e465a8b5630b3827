import { type Selectable, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { RefundChannel } from '#contract/event-cancellation/event-cancellation.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { PIX_REFUND_DAYS } from '#contract/payment/refund.ts'
import { today } from '#server/features/event/queries.ts'
import { heldInterestCents } from '#server/features/payment/held-refunds/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Events } from '#server/lib/db-types.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'

export interface NewCancellation {
  eventId: number
  reason: string
  donationTo: string | null
  /** The last day for using a payment as a credit for the new date; null: no credit. */
  creditUntil: IsoDate | null
  /** The event on the new date; it may be named later. */
  newEventId: number | null
  by: number
  at: Date
}

export async function insertCancellation(
  tx: Tx,
  { eventId, reason, donationTo, creditUntil, newEventId, by, at }: NewCancellation,
): Promise<void> {
  await tx
    .insertInto('event_cancellations')
    .values({
      event_id: eventId,
      reason,
      donation_to: donationTo,
      credit_until: creditUntil,
      new_event_id: newEventId,
      cancelled_by_user_id: by,
      cancelled_at: at,
    })
    .execute()
}

/** An event that can be the new date of another one: of the same organizer, and not over. */
export const findNewDate = (
  db: Db,
  { id, organizer_id, enterprise_id }: Pick<Selectable<Events>, 'id' | 'organizer_id' | 'enterprise_id'>,
  { newEventId, at }: { newEventId: number; at: Date },
) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', newEventId)
    .where('e.id', '<>', id)
    .where('e.organizer_id', '=', organizer_id)
    .where('e.enterprise_id', '=', enterprise_id)
    .where('e.status', 'in', [EVENT_STATUS.open, EVENT_STATUS.closed])
    .where('e.event_on', '>=', today(at))
    .select(['e.id', 'e.title'])
    .executeTakeFirst()

export async function updateNewDate(tx: Tx, eventId: number, newEventId: number): Promise<void> {
  await tx
    .updateTable('event_cancellations')
    .set({ new_event_id: newEventId })
    .where('event_id', '=', eventId)
    .execute()
}

/** The accounts that have not decided about their money for a cancelled event. */
export async function listDeciding(db: Db, eventId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .where('c.event_id', '=', eventId)
    .where('c.kind', '=', 'event_cancelled')
    .where('c.choice', 'is', null)
    .select('r.responsible_user_id')
    .distinct()
    .execute()
  return rows.map((row) => row.responsible_user_id)
}

/** Locks the stock level of all registrations of an event, so that none becomes active (`change_spots`). */
export const lockEventLevel = (tx: Tx, eventId: number) =>
  tx
    .selectFrom('stock_levels')
    .where('id', '=', (eb) => eb.selectFrom('events').where('id', '=', eventId).select('stock_level_id'))
    .select('id')
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Undefined if the event is not cancelled. */
export const findCancellation = (db: Db, eventId: number) =>
  db
    .selectFrom('event_cancellations as n')
    .innerJoin('events as e', 'e.id', 'n.event_id')
    .where('n.event_id', '=', eventId)
    .leftJoin('events as new', 'new.id', 'n.new_event_id')
    .select(['n.reason', 'n.donation_to', 'n.cancelled_by_user_id', 'n.cancelled_at', 'n.credit_until'])
    .select(['e.title', 'e.timezone', 'e.enterprise_id'])
    .select(['n.new_event_id', 'new.title as new_title', 'new.event_on as new_event_on'])
    .executeTakeFirst()

/** The next accounts, by id, with active registrations of an event. */
export async function listAccounts(
  db: Db,
  eventId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('registrations')
    .where('event_id', '=', eventId)
    .where('status', '<>', REGISTRATION_STATUS.cancelled)
    .where('responsible_user_id', '>', after)
    .select('responsible_user_id')
    .distinct()
    .orderBy('responsible_user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.responsible_user_id)
}

export const listActive = (db: Db, eventId: number, userIds: readonly number[]) =>
  db
    .selectFrom('registrations')
    .where('event_id', '=', eventId)
    .where('responsible_user_id', 'in', userIds)
    .where('status', '<>', REGISTRATION_STATUS.cancelled)
    .orderBy('id')
    .select(['id', 'status', 'responsible_user_id'])
    .execute()

/** Registrations whose late payment waits for the runner to choose another place, and those with a returned place. */
export const listOffered = (db: Db, eventId: number) =>
  db
    .selectFrom('refund_choices')
    .where('event_id', '=', eventId)
    .where('kind', 'in', ['late', 'returned'])
    .where('choice', 'is', null)
    .select(['registration_id', 'kind'])
    .execute()

export async function sumEvent(db: Db, eventId: number) {
  const { rows } = await sql<{
    kind: 'active' | 'paid' | 'waiting' | 'donated' | 'used'
    registrations: number
    cents: number
  }>`
    select kind, count(*)::int as registrations, coalesce(sum(paid_cents), 0)::int as cents
    from (
      select 'active' as kind, paid_cents from participant_list
      where event_id = ${eventId} and status <> ${sql.lit(REGISTRATION_STATUS.cancelled)}
      union all
      select 'paid', paid_cents from participant_list
      where event_id = ${eventId} and status <> ${sql.lit(REGISTRATION_STATUS.cancelled)} and paid_cents > 0
      union all
      select case when c.choice is null then 'waiting' else 'donated' end, greatest(0, p.paid_cents - c.fee_cents)
      from refund_choices c join participant_list p on p.event_id = c.event_id and p.registration_id = c.registration_id
      where c.event_id = ${eventId} and (c.choice is null or c.choice = 'donation')
      union all
      select 'used', sum(v.amount_cents) from payment_moves v join refund_choices c on c.registration_id = v.from_registration_id
      where v.from_event_id = ${eventId} and c.choice = 'credit' group by v.from_registration_id
    ) counted group by kind`.execute(db)
  return new Map(rows.map(({ kind, ...sums }) => [kind, sums]))
}

/** How the amounts paid for active registrations would be refunded (`REFUND_CHANNELS`). */
export async function sumChannels(db: Db, eventId: number, at: Date) {
  const oldestPix = new Date(at.getTime() - PIX_REFUND_DAYS * 86_400_000)
  const { rows } = await sql<{ channel: RefundChannel; registrations: number; cents: number }>`
    select channel, count(distinct registration_id)::int as registrations, sum(cents)::int as cents
    from (
      select r.id as registration_id, p.cents,
        case
          when p.status = ${code.payment.receivedInCash} or p.charge_id is null then 'in_person'
          when p.type = ${PAYMENT_TYPE.pix} and p.paid_at < ${oldestPix} then 'pix_key'
          when p.type <> ${PAYMENT_TYPE.boleto} then 'gateway'
          when boleto.is_whole then 'bank_data'
          else 'pix_key'
        end as channel
      from registrations r
      cross join lateral (
        select p.*, i.amount_cents - f.refunded_cents as cents
        from payment_items i
        join payments p on p.id = i.payment_id
        cross join lateral item_refunds(i.payment_id, i.registration_id) f
        where i.registration_id = r.id and p.status in (${paidStatuses}) and p.duplicate_of is null
          and i.amount_cents > f.refunded_cents
        -- By index for each registration, instead of all items of all events.
        offset 0
      ) p
      -- Whether all of a boleto goes back now.
      left join lateral (
        select bool_and(s.event_id = r.event_id and s.status <> ${code.registration.cancelled} and b.refunded_cents = 0) as is_whole
        from payment_items o
        join registrations s on s.id = o.registration_id
        cross join lateral item_refunds(o.payment_id, o.registration_id) b
        where o.payment_id = p.id
      ) boleto on p.type = ${PAYMENT_TYPE.boleto}
      where r.event_id = ${eventId} and r.status <> ${code.registration.cancelled}
    ) parts
    group by channel`.execute(db)
  return new Map(rows.map(({ channel, ...sums }) => [channel, sums]))
}

/** An account's registrations for a cancelled event, with refunds and pending decisions. */
export async function findMailed(db: Db, eventId: number, userId: number) {
  const registrations = await db
    .selectFrom('registrations as r')
    .leftJoin('refund_choices as c', (join) =>
      join
        .onRef('c.registration_id', '=', 'r.id')
        .on('c.kind', '=', 'event_cancelled')
        .on(sql<SqlBool>`c.choice is null`),
    )
    .where('r.event_id', '=', eventId)
    .where('r.responsible_user_id', '=', userId)
    .where('r.cancel_reason', '=', 'event_cancelled')
    .orderBy('r.id')
    .select(['r.id', 'r.name', 'c.ends_on'])
    .select(sql<number>`r.kept_cents + ${heldInterestCents}`.as('held_cents'))
    .select((eb) =>
      eb
        .selectFrom('refunds as f')
        .whereRef('f.registration_id', '=', 'r.id')
        .where('f.status', '<>', 'refused')
        .select(sql<number>`coalesce(sum(f.amount_cents + f.interest_cents), 0)::int`.as('cents'))
        .as('refund_cents'),
    )
    .execute()
  return registrations.map((row) => ({ ...row, refund_cents: row.refund_cents ?? 0 }))
}
