// The file has more than 250 lines because it holds all queries of the list of races.

import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { RacePlace } from '#contract/event/event.ts'
import type { Place } from '#server/features/city/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { kitIsOffered } from '../detail/queries.ts'
import { hasUnits, isOpen, standsInLists, today } from '../queries.ts'
import type { RaceSearch } from './race-search.ts'
import type { RaceTerm } from './race-terms.ts'

export interface EventFilter extends Pick<RaceSearch, 'atMostCents' | 'weekend'> {
  terms: readonly RaceTerm[] | null
  /** Races to come within `NEAR_KM` of one of these places, nearest first; null for all. */
  near: readonly Place[] | null
  from: IsoDate | null
  to: IsoDate | null
  stateCode: string | null
  /** A municipality's IBGE id, or its name, compared without accents and case. */
  city: number | string | null
  open: boolean | null
  comingOf: number | null
}

export const NO_FILTER: EventFilter = {
  terms: null,
  atMostCents: null,
  weekend: null,
  near: null,
  from: null,
  to: null,
  stateCode: null,
  city: null,
  open: null,
  comingOf: null,
}

/** Rank of a match; lower is better. */
const RANK = { title: 0, name: 1, resembles: 2 }

/**
 * SQL: races that contain a term or resemble it (word similarity of pg_trgm, 0.6), with their best rank.
 * Each searched column has its own subquery, because each has its own index.
 */
const found = ({ literal, word, during }: RaceTerm) => {
  const has = (text: RawBuilder<string>) => sql`searchable(${text}) ~ ${literal}`
  // A city matches only from the start of a word: Rio does not match Vitório.
  const starts = (text: RawBuilder<string>) =>
    sql`searchable(${text}) ~ ${word === null ? literal : `\\m(${literal})`}`
  const like = (text: RawBuilder<string>) => sql`${word}::text <% searchable(${text})`
  return sql<{ id: number; rank: number }>`(
    select id, min(rank) as rank from (
      select e.id, ${RANK.title}::int as rank from events e where ${has(sql`e.title`)}
      union all
      select e.id, ${RANK.resembles} from events e where ${like(sql`e.title`)}
      union all
      select m.event_id, ${RANK.name} from modalities m where m.status = ${code.item.active} and ${starts(sql`m.name`)}
      union all
      select e.id, case when ${starts(sql`c.name`)} then ${RANK.name}::int else ${RANK.resembles} end
      from events e join cities c on c.ibge_id = e.city_id where ${starts(sql`c.name`)} or ${like(sql`c.name`)}
      union all
      select e.id, case when ${starts(sql`o.fantasy_name`)} then ${RANK.name}::int else ${RANK.resembles} end
      from events e join organizers o on o.id = e.organizer_id
      where ${starts(sql`o.fantasy_name`)} or ${like(sql`o.fantasy_name`)}
      union all
      select e.id, ${RANK.name} from events e
      where e.event_on between ${during?.from ?? null}::date and ${during?.to ?? null}::date
    ) as places group by id
  )`
}

/** SQL: the value of kit `k` today: that of its first tier that is not over; the last one never is. */
const valueToday = (now: Date) => sql`coalesce((
  select t.value_cents from (
    select value_cents, ends_on, stock_level_id, position, id,
      row_number() over (order by position desc, id desc) = 1 as is_last
    from kit_tiers where kit_id = k.id and value_cents is not null
  ) t join stock_levels tl on tl.id = t.stock_level_id
  where t.is_last or (tl.closed_at is null and (t.ends_on < ${today(now)}) is not true)
  order by t.position, t.id limit 1
), k.value_cents)`

/** SQL: adults below 60 may have kit `k` in a category: `isForAdults` of detail/present-event.ts. */
const isForAdults = sql`exists (
  select from modalities m join categories c on c.modality_id = m.id
  where m.event_id = e.id and m.status = ${code.item.active} and m.name <> '' and c.name <> ''
    and (k.category_ids = '{}' or c.id = any (k.category_ids))
    and coalesce(greatest(m.min_age, c.min_age, k.min_age) < 60, true)
    and coalesce(least(m.max_age, c.max_age, k.max_age) >= 18, true)
)`

/** SQL: the price from which event `e` is sold, in cents: `pricesOf` of detail/present-event.ts. */
const priceFrom = (now: Date) => sql<number | null>`(
  select v.cents + case
    when not k.is_increment then 0
    when k.fee_type = ${code.feeType.fixed} then k.fee_rate
    else (v.cents::bigint * k.fee_rate + 5000) / 10000 end as total
  from kits k
    join stock_levels kl on kl.id = k.stock_level_id
    cross join lateral (select ${valueToday(now)} as cents) v
  where k.event_id = e.id and ${kitIsOffered}
  order by ${hasUnits} desc, ${isForAdults} desc, total limit 1
)`

const NEAR_KM = 100

/** SQL: kilometres between city `c` and the nearest of the places (haversine formula). */
const kmTo = (places: readonly Place[]) => sql<number>`(
  select min(12742 * asin(sqrt(
    power(sind((c.latitude - p.latitude) / 2), 2)
      + cosd(c.latitude) * cosd(p.latitude) * power(sind((c.longitude - p.longitude) / 2), 2)
  )))
  from unnest(
    ${places.map(({ latitude }) => latitude)}::double precision[],
    ${places.map(({ longitude }) => longitude)}::double precision[]
  ) p (latitude, longitude)
)`

const filtered = (db: Db, now: Date, filter: EventFilter) => {
  let query = db
    .selectFrom('events as e')
    .leftJoin('cities as c', 'c.ibge_id', 'e.city_id')
    .where(standsInLists)
  for (const [index, term] of (filter.terms ?? []).entries()) {
    const alias = sql.id(`term_${index}`)
    const races = found(term).as(alias)
    const isIt = sql<boolean>`${alias}.id = e.id`
    query = term.optional
      ? query.leftJoin(races, (join) => join.on(isIt))
      : query.innerJoin(races, (join) => join.on(isIt))
  }
  if (filter.from) query = query.where('e.event_on', '>=', filter.from)
  if (filter.to) query = query.where('e.event_on', '<=', filter.to)
  if (filter.stateCode) query = query.where('e.state_code', '=', filter.stateCode)
  if (typeof filter.city === 'number') query = query.where('e.city_id', '=', filter.city)
  else if (filter.city) query = query.where(sql<boolean>`searchable(c.name) = searchable(${filter.city})`)
  if (filter.atMostCents !== null)
    query = query
      .where('e.event_on', '>=', today(now))
      .where(sql<boolean>`${priceFrom(now)} <= ${filter.atMostCents}`)
  if (filter.weekend) {
    query = query.where(sql<boolean>`extract(isodow from e.event_on) > 5`)
    query = query.where('e.event_on', '>=', filter.weekend.from)
    if (filter.weekend.to) query = query.where('e.event_on', '<=', filter.weekend.to)
  }
  if (filter.near)
    query = query
      .where('e.event_on', '>=', today(now))
      .where(sql<boolean>`${kmTo(filter.near)} <= ${NEAR_KM}`)
  if (filter.comingOf !== null)
    query = query.where('e.organizer_id', '=', filter.comingOf).where('e.event_on', '>=', today(now))
  if (filter.open !== null) query = query.where(sql<boolean>`${isOpen(now)} = ${filter.open}`)
  return query
}

/** SQL: the worst rank among all terms; a missing optional term counts as similar. */
const rankOf = ({ terms }: EventFilter): RawBuilder<number> =>
  terms
    ? sql`greatest(${sql.join(terms.map((_, index) => sql`coalesce(${sql.id(`term_${index}`)}.rank, ${RANK.resembles}::int)`))})`
    : sql`0`

/** All races that match, and those of them to come. */
export interface RaceCounts {
  total: number
  coming: number
}

/**
 * A search near a place is sorted by distance. Any other search is sorted by matches of the title, of other
 * names, and of similar words. Equal matches, and lists without a search, are sorted by open events (next
 * first), other upcoming events (next first) and past events (latest first).
 */
export async function listPublicIds(
  db: Db,
  now: Date,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<RaceCounts & { found: { id: number; km: number | null }[] }> {
  const phase = sql<number>`case when e.event_on >= ${today(now)} then 1 else 2 end`
  // With a filter by open, all events are open or none is, so this check is left out.
  const group = filter.open === null ? sql<number>`case when ${isOpen(now)} then 0 else ${phase} end` : phase
  const rows = await db
    .selectFrom(
      filtered(db, now, filter)
        .select(['e.id', 'e.event_on', group.as('phase')])
        .select(rankOf(filter).as('rank'))
        .select((filter.near ? kmTo(filter.near) : sql<number | null>`null`).as('km'))
        .select([
          sql<number>`count(*) over ()`.as('total'),
          sql<number>`count(*) filter (where e.event_on >= ${today(now)}) over ()`.as('coming'),
        ])
        .as('found'),
    )
    .select(['id', 'total', 'coming', 'km'])
    .orderBy('km')
    .orderBy('rank')
    .orderBy('phase')
    .orderBy(sql`case when phase < 2 then event_on end`)
    .orderBy('event_on', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const found = rows.map(({ id, km }) => ({ id, km }))
  const [first] = rows
  if (first) return { found, total: first.total, coming: first.coming }
  return { found, ...(page.offset === 0 ? { total: 0, coming: 0 } : await countPublic(db, now, filter)) }
}

const countPublic = (db: Db, now: Date, filter: EventFilter): Promise<RaceCounts> =>
  filtered(db, now, filter)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where e.event_on >= ${today(now)})`.as('coming'),
    ])
    .executeTakeFirstOrThrow()

/** The municipalities of the races to come, with the most races first. */
export const listPlaces = (db: Db, now: Date, filter: EventFilter): Promise<RacePlace[]> =>
  filtered(db, now, filter)
    .where('e.event_on', '>=', today(now))
    .where('c.ibge_id', 'is not', null)
    .select(['c.name', 'c.state_code as state', 'c.latitude', 'c.longitude'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('c.ibge_id')
    .orderBy('count', 'desc')
    .orderBy('c.ibge_id')
    .$narrowType<{ name: NotNull; state: NotNull; latitude: NotNull; longitude: NotNull }>()
    .execute()

export const listCitiesWithEvents = (db: Db, now: Date, stateCode: string) =>
  db
    .selectFrom('cities as c')
    .select(['c.ibge_id as id', 'c.name as nome'])
    .where('c.state_code', '=', stateCode)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('events as e')
          .whereRef('e.city_id', '=', 'c.ibge_id')
          .where('e.event_on', '>=', today(now))
          .where(standsInLists),
      ),
    )
    .orderBy(sql`searchable(c.name)`)
    .execute()

const MOST_COMING = 5_000

/** The races to come of the public list, next first, with the names of their modalities. */
export const listComingRaces = (db: Db, now: Date) =>
  db
    .selectFrom('events as e')
    .leftJoin('cities as c', 'c.ibge_id', 'e.city_id')
    .where('e.event_on', '>=', today(now))
    .where(standsInLists)
    .select(['e.slug', 'e.title', 'c.name as city', 'e.state_code', 'e.event_on'])
    .select(
      sql<string[]>`array(
        select name from modalities where event_id = e.id and status = ${code.item.active} and name <> ''
      )`.as('distances'),
    )
    .orderBy('e.event_on')
    .orderBy('e.id')
    .limit(MOST_COMING)
    .execute()
