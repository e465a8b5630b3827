import { type RawBuilder, sql } from 'kysely'
import { hasVacancy, today } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

export interface OpenRoom {
  eventId: number
  /** Whether anybody is waiting. */
  isWaitedIn: boolean
}

/** SQL: room `r` of event `e` is open. */
const isOpen = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  (r.is_marked or r.busy_until > ${at}) and e.status = ${code.event.open} and ${today(at)} <= e.registration_ends_on
)`

/** SQL: the registration period of event `e` has begun in its time zone. */
export const hasBegun = (at: Date) => sql<boolean>`${today(at)} >= e.registration_starts_on`

export const findRoom = (db: Db, eventId: number, at: Date) =>
  db
    .selectFrom('events as e')
    .leftJoin('waiting_rooms as r', 'r.event_id', 'e.id')
    .where('e.id', '=', eventId)
    .select(['e.title', 'r.is_marked', 'r.issued', 'r.admitted', 'r.per_minute'])
    .select(sql<boolean>`${isOpen(at)} is true`.as('is_open'))
    .select(sql<boolean>`not ${hasVacancy}`.as('is_sold_out'))
    .select(
      sql<Date | null>`case when not ${hasBegun(at)} then e.registration_starts_on::timestamp at time zone e.timezone end`.as(
        'starts_at',
      ),
    )
    .executeTakeFirst()

export async function listOpenRooms(db: Db, at: Date): Promise<OpenRoom[]> {
  const rows = await db
    .selectFrom('waiting_rooms as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where(isOpen(at))
    .select('r.event_id as eventId')
    .select(sql<boolean>`r.admitted < r.issued`.as('isWaitedIn'))
    .execute()
  return rows
}

/**
 * Admits `perSecond` people, divided among the rooms where somebody waits, at most once a second across all
 * processes. A room where nobody waits admits as many as arrive within a second, at most that number.
 */
export async function letIn(db: Db, perSecond: number, at: Date): Promise<void> {
  await sql`
    with open as materialized (
      select r.event_id, r.admitted < r.issued as is_waited_in
      from waiting_rooms r join events e on e.id = r.event_id
      where ${isOpen(at)} and ${hasBegun(at)}
    ), due as materialized (
      select r.event_id,
        -- Late by up to two seconds: what was missed is caught up with.
        least(extract(epoch from ${at}::timestamptz - r.ticked_at), 2)::float8 as seconds,
        (select greatest(1, count(*) filter (where is_waited_in)) from open) as rooms
      from waiting_rooms r
      where r.event_id in (select event_id from open) and r.ticked_at <= ${at}::timestamptz - interval '900 ms'
      order by r.event_id
      for no key update skip locked
    ), share as (
      select event_id, seconds, ceil(${perSecond}::float8 * seconds / rooms)::bigint as people from due
    )
    update waiting_rooms r set
      admitted = greatest(r.admitted, least(r.admitted, r.issued) + s.people),
      per_minute = case when r.admitted >= r.issued then r.per_minute
        when r.per_minute = 0 then s.per_minute
        else r.per_minute * 0.9 + s.per_minute * 0.1 end,
      ticked_at = ${at}
    from (
      select s.*, 60 * least(s.people, r.issued - r.admitted) / s.seconds as per_minute
      from share s join waiting_rooms r using (event_id)
    ) s where s.event_id = r.event_id`.execute(db)
}

/** Opens or extends rooms. A room that was closed admits all tickets issued before. */
export async function openRooms(
  db: Db,
  eventIds: readonly number[],
  { at, until }: { at: Date; until: Date },
): Promise<void> {
  await sql`
    insert into waiting_rooms as r (event_id, busy_until, ticked_at)
    select id, ${until}, ${at} from events where id = any (${[...eventIds]}) order by id for key share
    on conflict (event_id) do update set busy_until = excluded.busy_until,
      ${asOpened(at)}`.execute(db)
}

/** Also updates the event's cached public page, which shows the room. */
export async function markRoom(tx: Tx, eventId: number, isMarked: boolean, at: Date): Promise<void> {
  await sql`
    insert into waiting_rooms as r (event_id, is_marked, ticked_at)
    values (${eventId}, ${isMarked}, ${at})
    on conflict (event_id) do update set is_marked = excluded.is_marked,
      busy_until = case when excluded.is_marked then r.busy_until end,
      ${asOpened(at)}`.execute(tx)
  await sql`select pg_notify('events_changed', '')`.execute(tx)
}

/** SQL: the number admitted when a closed room opens again: all tickets issued so far. */
const asOpened = (at: Date) => sql`
  admitted = case when r.is_marked or r.busy_until > ${at} then r.admitted else greatest(r.admitted, r.issued) end`

/** Issues `count` ticket numbers. Returns the last one, or null if the event has no waiting room. */
export async function issueNumbers(db: Db, eventId: number, count: number): Promise<number | null> {
  const row = await db
    .updateTable('waiting_rooms')
    .set((eb) => ({ issued: eb('issued', '+', count) }))
    .where('event_id', '=', eventId)
    .returning('issued')
    .executeTakeFirst()
  return row?.issued ?? null
}

/**
 * Assigns the numbers that are admitted and unused. Returns for each entry, in the given order, whether its
 * account has a pass.
 */
export async function enter(
  db: Db,
  entries: readonly { eventId: number; userId: number; number: number | null }[],
  at: Date,
): Promise<boolean[]> {
  const events = entries.map(({ eventId }) => eventId)
  await sql`
    insert into waiting_room_passes (event_id, user_id, number)
    select r.event_id, a.user_id, a.number
    from unnest(${events}::bigint[], ${entries.map(({ userId }) => userId)}::bigint[],
      ${entries.map(({ number }) => number)}::bigint[]) as a (event_id, user_id, number)
    join waiting_rooms r on r.event_id = a.event_id join events e on e.id = r.event_id
    where a.number <= r.admitted and ${hasBegun(at)}
    order by 1, 3
    on conflict do nothing`.execute(db)
  return havePasses(db, entries)
}

/** In the given order. */
export async function havePasses(
  db: Db,
  asked: readonly { eventId: number; userId: number }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from waiting_room_passes p where p.event_id = a.event_id and p.user_id = a.user_id) as has
    from unnest(${asked.map(({ eventId }) => eventId)}::bigint[], ${asked.map(({ userId }) => userId)}::bigint[])
      with ordinality as a (event_id, user_id, n)
    order by n`.execute(db)
  return rows.map(({ has }) => has)
}
