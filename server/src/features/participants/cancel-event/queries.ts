import { type Selectable, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Events } from '#server/lib/db-types.ts'
import { CLOSED, OPEN } from '../../event/manage/domain/status.ts'
import { today } from '../../event/queries.ts'
import { heldInterestCents } from '../../payment/refund-choices/queries.ts'

interface NewCancellation {
  eventId: number
  reason: string
  donationTo: string | null
  creditUntil: IsoDate | null
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

/** An event that may be the new date of another one: of the same organizer, and still to come. */
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
    .where('e.status', 'in', [OPEN, CLOSED])
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

/** The accounts that have to decide what becomes of the money of a cancelled event. */
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

/** Locks the level that every registration of an event holds: until this transaction ends none becomes active (`change_spots`). */
export const lockEventLevel = (tx: Tx, eventId: number) =>
  tx
    .selectFrom('stock_levels')
    .where('id', '=', (eb) => eb.selectFrom('events').where('id', '=', eventId).select('stock_level_id'))
    .select('id')
    .forUpdate()
    .executeTakeFirstOrThrow()

/** A cancelled event, with what its runners are told; undefined when it stands. */
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

/** The next accounts with registrations of an event that are not cancelled, in order. */
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

/** What accounts have in an event and is not cancelled. */
export const listActive = (db: Db, eventId: number, userIds: readonly number[]) =>
  db
    .selectFrom('registrations')
    .where('event_id', '=', eventId)
    .where('responsible_user_id', 'in', userIds)
    .where('status', '<>', REGISTRATION_STATUS.cancelled)
    .orderBy('id')
    .select(['id', 'status', 'responsible_user_id'])
    .execute()

/** Registrations of an event whose late money waits for its runner to take another place. */
export async function listOffered(db: Db, eventId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('refund_choices')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'late')
    .where('choice', 'is', null)
    .select('registration_id')
    .execute()
  return rows.map((row) => row.registration_id)
}

/** What is not cancelled of an event, and what its runners have to decide on or have donated. */
export async function sumEvent(db: Db, eventId: number) {
  const { rows } = await sql<{
    kind: 'active' | 'paid' | 'waiting' | 'donated' | 'used'
    registrations: number
    cents: number
  }>`
    select kind, count(*)::int as registrations, coalesce(sum(paid_cents), 0)::int as cents
    from (
      select 'active' as kind, paid_cents from participant_entries
      where event_id = ${eventId} and status <> ${sql.lit(REGISTRATION_STATUS.cancelled)}
      union all
      select 'paid', paid_cents from participant_entries
      where event_id = ${eventId} and status <> ${sql.lit(REGISTRATION_STATUS.cancelled)} and paid_cents > 0
      union all
      select case when c.choice is null then 'waiting' else 'donated' end, p.paid_cents
      from refund_choices c join participant_entries p on p.event_id = c.event_id and p.registration_id = c.registration_id
      where c.event_id = ${eventId} and (c.choice is null or c.choice = 'donation')
      union all
      select 'used', sum(amount_cents) from payment_moves where from_event_id = ${eventId} group by from_registration_id
    ) counted group by kind`.execute(db)
  return new Map(rows.map(({ kind, ...sums }) => [kind, sums]))
}

/** What an account reads of an event that was cancelled: its registrations, what goes back, and what it has to decide on. */
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
