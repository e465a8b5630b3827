import { sql } from 'kysely'
import { type IsoDate, NO_DAY } from '#contract/dates.ts'
import type { Period } from '#contract/report/period.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { withinReach } from '../../producer/events/queries.ts'
import { eventReach } from '../../producer/policy.ts'

export type ReachedRow = Awaited<ReturnType<typeof listReached>>[number]

/** All events within the caller's reach. */
export const listReached = (db: Db, caller: Caller) =>
  db
    .selectFrom('events')
    .where(withinReach(eventReach(caller)))
    .select(['events.id', 'events.title', 'events.event_on', 'events.status'])
    .execute()

/** The next events within the caller's reach, the soonest first. */
export const listNext = (db: Db, caller: Caller, now: Date, most: number) =>
  db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .where(withinReach(eventReach(caller)))
    .where('events.status', 'in', [0, 1])
    .where(sql<boolean>`events.event_on >= (${now}::timestamptz at time zone events.timezone)::date`)
    .where('events.event_on', '<', NO_DAY)
    .select(['events.id', 'events.slug', 'events.title', 'events.event_on', 'events.state_code as state'])
    .select(['cities.name as city', 'stock_levels.held', 'stock_levels.capacity'])
    .orderBy('events.event_on')
    .orderBy('events.id')
    .limit(most)
    .execute()

/** The event and how full it is. */
export const getReportedEvent = (db: Db, eventId: number) =>
  db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .where('events.id', '=', eventId)
    .select([
      'events.id',
      'events.slug',
      'events.title',
      'events.event_on',
      'events.status',
      'events.timezone',
    ])
    .select(['stock_levels.held', 'stock_levels.capacity'])
    .executeTakeFirstOrThrow()

interface DayCount {
  event_id: number
  day: string
  registrations: number
}

/** Registrations by the day they were made, cancelled ones too. */
export async function countByDay(
  db: Db,
  eventIds: readonly number[],
  { from, to }: Period,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select event_id, created_on as day, count(*) as registrations from participant_entries
    where event_id = any (${eventIds}::bigint[])
      ${from ? sql`and created_on >= ${from}::date` : sql``} ${to ? sql`and created_on <= ${to}::date` : sql``}
    group by 1, 2`.execute(db)
  return rows
}

interface CategorySum {
  category_id: number
  status: number
  registered: number
  free: number
  paid: number
  balance_cents: number
}

/** The figures of the participant list's cards, by category. */
export async function sumCategories(db: Db, eventId: number): Promise<CategorySum[]> {
  const { rows } = await sql<CategorySum>`
    select category_id, status, count(*) as registered, count(*) filter (where total_cents = 0 and status <> 2) as free,
      count(*) filter (where paid_cents > 0) as paid, sum(paid_cents + refunding_cents) as balance_cents
    from participant_entries where event_id = ${eventId} group by 1, 2`.execute(db)
  return rows
}

export const listCategories = (db: Db, eventId: number) =>
  db
    .selectFrom('categories as c')
    .innerJoin('modalities as m', 'm.id', 'c.modality_id')
    .where('c.event_id', '=', eventId)
    .orderBy('m.position')
    .orderBy('m.id')
    .orderBy('c.position')
    .orderBy('c.id')
    .select(['c.id', 'c.name', 'm.name as modality'])
    .execute()

export interface EntrySum {
  created_on: IsoDate
  /** The day its last payment arrived. */
  paid_on: IsoDate | null
  payment_type: number | null
  payment_status: number | null
  registrations: number
  fees: number
  owed_back: number
}

/** The other figures of a dashboard that follow from the entries, in one pass over them. */
export async function sumEntries(db: Db, eventId: number): Promise<EntrySum[]> {
  const { rows } = await sql<EntrySum>`
    select created_on, paid_on, payment_type, payment_status, count(*) as registrations,
      sum(fee_due(status, total_cents, fee_cents, paid_cents)) as fees,
      sum(refunding_cents) as owed_back
    from participant_entries where event_id = ${eventId} group by 1, 2, 3, 4`.execute(db)
  return rows
}

/**
 * Kits with their sizes, in the order of the event's form, and the number of registrations that hold each; a kit without sizes has one row.
 * Every registration that is not cancelled holds a unit (docs/algorithms/stock.md).
 */
export const listSizes = (db: Db, eventId: number) =>
  db
    .selectFrom('kits as k')
    .innerJoin('stock_levels as kit_level', 'kit_level.id', 'k.stock_level_id')
    .leftJoin('shirt_sizes as s', 's.kit_id', 'k.id')
    .leftJoin('stock_levels as size_level', 'size_level.id', 's.stock_level_id')
    .where('k.event_id', '=', eventId)
    .orderBy('k.position')
    .orderBy('k.id')
    .orderBy('s.position')
    .orderBy('s.id')
    .select(['k.id as kit_id', 'k.name as kit', 'kit_level.held as kit_held'])
    .select(['s.name as size', 'size_level.held as size_held'])
    .execute()

/** The most used first. */
export const listCoupons = (db: Db, eventId: number) =>
  db
    .selectFrom('coupons')
    .innerJoin('stock_levels', 'stock_levels.id', 'coupons.stock_level_id')
    .where('coupons.event_id', '=', eventId)
    .orderBy('stock_levels.held', 'desc')
    .orderBy('coupons.code')
    .select(['coupons.code', 'stock_levels.held as uses', 'stock_levels.capacity as limit'])
    .execute()

/**
 * The organizer's latest race before this one whose title says the same but for years, editions and punctuation, with its registrations
 * until `daysLeft` days before it and on that day.
 */
export async function findLastEdition(db: Db, eventId: number, daysLeft: number) {
  const name = (event: string) =>
    sql`btrim(regexp_replace(searchable(${sql.ref(`${event}.title`)}), '[0-9]+([ªºa°]\\M)?|[^a-z ]+|\\s+', ' ', 'g'))`
  const { rows } = await sql<{ title: string; event_on: IsoDate; registrations: number; that_day: number }>`
    select last.title, last.event_on, figures.registrations, figures.that_day
    from events e
    cross join lateral (
      select l.id, l.title, l.event_on from events l
      where l.organizer_id = e.organizer_id and l.event_on < e.event_on and l.status <> 3 and l.id <> e.id
        and ${name('l')} = ${name('e')}
      order by l.event_on desc limit 1
    ) last
    cross join lateral (
      select count(*)::int as registrations, count(*) filter (where created_on = last.event_on - ${daysLeft}::int)::int as that_day
      from participant_entries where event_id = last.id and created_on <= last.event_on - ${daysLeft}::int
    ) figures
    where e.id = ${eventId}`.execute(db)
  return rows[0]
}
