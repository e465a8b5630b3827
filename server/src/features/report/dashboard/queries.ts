import { sql } from 'kysely'
import type { Period } from '#contract/report/period.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { withinReach } from '../../producer/events/queries.ts'
import { eventReach } from '../../producer/policy.ts'

export type ReachedRow = Awaited<ReturnType<typeof listReached>>[number]

/** Every event that a caller acts on. */
export const listReached = (db: Db, caller: Caller) =>
  db
    .selectFrom('events')
    .where(withinReach(eventReach(caller)))
    .select(['events.id', 'events.title', 'events.event_on', 'events.status'])
    .execute()

/** The soonest of those that are still to come. */
export const listNext = (db: Db, caller: Caller, now: Date, most: number) =>
  db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .where(withinReach(eventReach(caller)))
    .where('events.status', 'in', [0, 1])
    .where(sql<boolean>`events.event_on >= (${now}::timestamptz at time zone events.timezone)::date`)
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
    select event_id, created_on as day, count(*) as registrations from desk_entries
    where event_id = any (${eventIds}::bigint[])
      ${from ? sql`and created_on >= ${from}::date` : sql``} ${to ? sql`and created_on <= ${to}::date` : sql``}
    group by 1, 2`.execute(db)
  return rows
}

interface CategoryFacts {
  category_id: number
  status: number
  registered: number
  free: number
  paid: number
  paid_cents: number
}

/** What the desk's cards are summed from. */
export async function sumCategories(db: Db, eventId: number): Promise<CategoryFacts[]> {
  const { rows } = await sql<CategoryFacts>`
    select category_id, status, sum(registrations) as registered, sum(free) as free, sum(paid) as paid,
      sum(paid_cents)::bigint as paid_cents
    from desk_facts where event_id = ${eventId} group by 1, 2`.execute(db)
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

export interface Choices {
  status: number
  payment_type: number | null
  payment_status: number | null
  kit_id: number
  shirt_size_id: number | null
  coupon_id: number | null
  registrations: number
  paid_cents: number
}

/** Everything that the entries hold and the facts do not, in one pass. */
export async function sumChoices(db: Db, eventId: number): Promise<Choices[]> {
  const { rows } = await sql<Choices>`
    select status, payment_type, payment_status, kit_id, shirt_size_id, coupon_id, count(*) as registrations,
      sum(paid_cents) as paid_cents
    from desk_entries where event_id = ${eventId} group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Kits with their sizes, in the editor's order; a kit without sizes has one row. */
export const listSizes = (db: Db, eventId: number) =>
  db
    .selectFrom('kits as k')
    .leftJoin('shirt_sizes as s', 's.kit_id', 'k.id')
    .where('k.event_id', '=', eventId)
    .orderBy('k.position')
    .orderBy('k.id')
    .orderBy('s.position')
    .orderBy('s.id')
    .select(['k.id as kit_id', 'k.name as kit', 's.id as size_id', 's.name as size'])
    .execute()

export const listCoupons = (db: Db, eventId: number) =>
  db.selectFrom('coupons').where('event_id', '=', eventId).orderBy('code').select(['id', 'code']).execute()

interface AgeCount {
  sex: number
  age: number
  registrations: number
}

/** Ages on 31 December of the race's year. */
export async function countAges(db: Db, eventId: number): Promise<AgeCount[]> {
  const { rows } = await sql<AgeCount>`
    select sex, date_part('year', e.event_on)::int - date_part('year', birth_on)::int as age, count(*) as registrations
    from desk_entries d join events e on e.id = d.event_id
    where d.event_id = ${eventId} and d.status <> 2 group by 1, 2`.execute(db)
  return rows
}

interface CityCount {
  city: string | null
  state: string | null
  registrations: number
}

/** By the city of whoever made the registration. */
export async function countCities(db: Db, eventId: number): Promise<CityCount[]> {
  const { rows } = await sql<CityCount>`
    select u.city, u.state_code as state, count(*) as registrations
    from registrations r join users u on u.id = r.responsible_user_id
    where r.event_id = ${eventId} and r.status <> 2
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return rows
}
