import { type SelectQueryBuilder, sql } from 'kysely'
import { NO_DAY } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'
import { personPatterns } from '#server/lib/text-search.ts'
import { countToLimit, limitedPage } from '../queries.ts'

// People

/** The latest registration of each CPF, with or without an account. */
const latestOfEach = (db: Db, enterpriseId: number, search: string | undefined) => {
  const all = db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .where('events.enterprise_id', '=', enterpriseId)
    .where(
      sql<boolean>`not exists (
        select from registrations later join events e on e.id = later.event_id
        where later.cpf = registrations.cpf and later.id > registrations.id and e.enterprise_id = ${enterpriseId}
      )`,
    )
  const patterns = personPatterns(search)
  if (patterns.length === 0) return all
  return all.where((eb) => {
    let words = eb
      .selectFrom('participant_search')
      .select('participant_search.registration_id')
      .whereRef('participant_search.event_id', '=', 'registrations.event_id')
      .whereRef('participant_search.registration_id', '=', 'registrations.id')
    for (const pattern of patterns) words = words.where('participant_search.text', 'like', pattern)
    return eb.exists(words)
  })
}

export type PersonSummary = Awaited<ReturnType<typeof listPeople>>[number]

interface Search {
  search?: string | undefined
  page: number
  per_page: number
}

/** By latest registration. */
export function listPeople(db: Db, enterpriseId: number, { search, ...page }: Search) {
  const { offset, limit } = limitedPage(page)
  return latestOfEach(db, enterpriseId, search)
    .select([
      'registrations.id',
      'registrations.name',
      'registrations.cpf',
      'registrations.phone',
      'registrations.created_at',
      'events.title',
      sql<number>`(
        select count(*) from registrations r join events e on e.id = r.event_id
        where r.cpf = registrations.cpf and e.enterprise_id = ${enterpriseId}
      )`.as('registrations'),
    ])
    .orderBy('registrations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countPeople = (db: Db, enterpriseId: number, search: string | undefined): Promise<number> =>
  countToLimit(
    db,
    latestOfEach(db, enterpriseId, search) as SelectQueryBuilder<DB, 'registrations' | 'events', object>,
  )

/** `registrationId` is any of the person's registrations. */
export const getPerson = (db: Db, enterpriseId: number, registrationId: number) =>
  db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .innerJoin('users', 'users.id', 'registrations.responsible_user_id')
    .select([
      'registrations.id',
      'registrations.name',
      'registrations.cpf',
      'registrations.phone',
      'registrations.birth_on',
      'registrations.sex',
      'users.email',
    ])
    .where('registrations.id', '=', registrationId)
    .where('events.enterprise_id', '=', enterpriseId)
    .executeTakeFirstOrThrow(() => new AppError('not_found', { message: 'Pessoa não encontrada.' }))

// Cities

interface CityFilter {
  search?: string | undefined
  state?: string | undefined
}

const cities = (db: Db, enterpriseId: number, { search, state }: CityFilter) => {
  let query = db
    .selectFrom('cities')
    .innerJoin('events', 'events.city_id', 'cities.ibge_id')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .where('events.enterprise_id', '=', enterpriseId)
  for (const pattern of personPatterns(search))
    query = query.where(sql<string>`searchable(cities.name)`, 'like', pattern)
  if (state) query = query.where('cities.state_code', '=', state)
  return query
}

const withCounts = (query: ReturnType<typeof cities>, now: Date) =>
  query
    .select([
      'cities.ibge_id as id',
      'cities.name',
      'cities.state_code as state',
      (eb) => eb.fn.countAll<number>().as('events'),
      sql<number>`count(*) filter (where events.status = ${code.event.open})`.as('open_events'),
      // Each active registration holds one unit of its event's stock level.
      sql<number>`sum(stock_levels.held)::bigint`.as('registrations'),
      sql<string | null>`min(events.event_on) filter (
        where events.status in (${code.event.closed}, ${code.event.open}) and events.event_on < ${NO_DAY} and events.event_on >= (${now}::timestamptz at time zone events.timezone)::date
      )`.as('next_event_on'),
    ])
    .groupBy('cities.ibge_id')

export type CitySummary = Awaited<ReturnType<typeof listCities>>[number]

/** By number of registrations. */
export const listCities = (
  db: Db,
  enterpriseId: number,
  { page, per_page, ...filter }: CityFilter & { page: number; per_page: number },
  now: Date,
) =>
  withCounts(cities(db, enterpriseId, filter), now)
    .orderBy('registrations', 'desc')
    .orderBy('cities.name')
    .orderBy('cities.ibge_id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countCities(db: Db, enterpriseId: number, filter: CityFilter): Promise<number> {
  const { count } = await cities(db, enterpriseId, filter)
    .select(sql<number>`count(distinct cities.ibge_id)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const getCity = (db: Db, enterpriseId: number, id: number, now: Date): Promise<CitySummary> =>
  withCounts(cities(db, enterpriseId, {}).where('cities.ibge_id', '=', id), now).executeTakeFirstOrThrow(
    () => new AppError('not_found', { message: 'Cidade não encontrada.' }),
  )

/** Latest first. */
export const listEventsOfCity = (db: Db, enterpriseId: number, id: number) =>
  cities(db, enterpriseId, {})
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
    .where('cities.ibge_id', '=', id)
    .select([
      'events.id',
      'events.title',
      'events.slug',
      'events.event_on',
      'events.status',
      'organizers.fantasy_name as organizer',
      'stock_levels.held',
      'stock_levels.capacity',
    ])
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
