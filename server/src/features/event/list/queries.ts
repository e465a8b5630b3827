import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { isOpen, standsInLists, today } from '../queries.ts'
import type { RaceTerm } from './race-terms.ts'

export interface EventFilter {
  terms: readonly RaceTerm[] | null
  from: IsoDate | null
  to: IsoDate | null
  stateCode: string | null
  /** A municipality's IBGE id, or its name, compared without accents and case. */
  city: number | string | null
  open: boolean | null
  comingOf: number | null
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

/**
 * Orders a search by matches of the title, of other names, and similar words; each of these, and a list
 * without a search, by open events (next first), other upcoming ones (next first) and past ones (latest
 * first).
 */
export async function listPublicIds(
  db: Db,
  now: Date,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const phase = sql<number>`case when e.event_on >= ${today(now)} then 1 else 2 end`
  // With a filter by open, all events are open or none is, so this check is left out.
  const group = filter.open === null ? sql<number>`case when ${isOpen(now)} then 0 else ${phase} end` : phase
  const rows = await db
    .selectFrom(
      filtered(db, now, filter)
        .select(['e.id', 'e.event_on', group.as('phase')])
        .select(rankOf(filter).as('rank'))
        .select(sql<number>`count(*) over ()`.as('total'))
        .as('found'),
    )
    .select(['id', 'total'])
    .orderBy('rank')
    .orderBy('phase')
    .orderBy(sql`case when phase < 2 then event_on end`)
    .orderBy('event_on', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = rows[0]?.total ?? (page.offset === 0 ? 0 : await countPublic(db, now, filter))
  return { ids: rows.map((row) => row.id), total }
}

async function countPublic(db: Db, now: Date, filter: EventFilter): Promise<number> {
  const { total } = await filtered(db, now, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

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

export const listNextRaces = (db: Db, now: Date) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('events as e')
        .innerJoin('cities as c', 'c.ibge_id', 'e.city_id')
        .distinctOn('e.state_code')
        .select(['e.slug', 'e.title', 'c.name as city', 'e.state_code', 'e.event_on'])
        .where('e.event_on', '>=', today(now))
        .where(standsInLists)
        .where(isOpen(now))
        .orderBy('e.state_code')
        .orderBy('e.event_on')
        .orderBy('e.id')
        .as('next'),
    )
    .select(['slug', 'title', 'city'])
    .select((eb) => [
      eb.ref('state_code').$notNull().as('state'),
      eb.ref('event_on').$notNull().as('date_event'),
    ])
    .orderBy('event_on')
    .orderBy('state_code')
    .execute()
