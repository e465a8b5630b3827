import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import type { Searched } from '../domain/search-words.ts'
import { isListed, isOpen, today } from '../queries.ts'

export interface EventFilter {
  title: Searched | null
  from: IsoDate | null
  to: IsoDate | null
  stateCode: string | null
  /** A municipality's IBGE id, or its name without regard to accents and case. */
  city: number | string | null
  open: boolean | null
}

const title = sql<string>`searchable(e.title)`

/** Every word is in the title or resembles one of its words (word similarity of pg_trgm, 0.6). */
const titleMatches = ({ words }: Searched): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map(({ text, pattern }) => sql`(${title} like ${pattern} or ${text} <% ${title})`),
    sql` and `,
  )})`

/** 0 when the title contains the words as typed, 1 when it only resembles them. */
const titleRank = ({ words }: Searched): RawBuilder<number> =>
  sql<number>`case when ${sql.join(
    words.map(({ pattern }) => sql`${title} like ${pattern}`),
    sql` and `,
  )} then 0 else 1 end`

const filtered = (db: Db, now: Date, filter: EventFilter) => {
  let query = db
    .selectFrom('events as e')
    .leftJoin('cities as c', 'c.ibge_id', 'e.city_id')
    .where('e.is_public', '=', true)
    .where('e.status', '<>', 3)
    .where(isListed)
  if (filter.title) query = query.where(titleMatches(filter.title))
  if (filter.from) query = query.where('e.event_on', '>=', filter.from)
  if (filter.to) query = query.where('e.event_on', '<=', filter.to)
  if (filter.stateCode) query = query.where('e.state_code', '=', filter.stateCode)
  if (typeof filter.city === 'number') query = query.where('e.city_id', '=', filter.city)
  else if (filter.city) query = query.where(sql<boolean>`searchable(c.name) = searchable(${filter.city})`)
  if (filter.open !== null) query = query.where(sql<boolean>`${isOpen(now)} = ${filter.open}`)
  return query
}

/**
 * One page of the public list: open events by date, then other coming ones, then past ones, latest first. In a search,
 * titles that contain the words come before those that resemble them.
 */
export async function listPublicIds(
  db: Db,
  now: Date,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const phase = sql<number>`case when e.event_on >= ${today(now)} then 1 else 2 end`
  // A filter by open makes the check superfluous.
  const group = filter.open === null ? sql<number>`case when ${isOpen(now)} then 0 else ${phase} end` : phase
  const rows = await db
    .selectFrom(
      filtered(db, now, filter)
        .select(['e.id', 'e.event_on', group.as('phase')])
        .select((filter.title ? titleRank(filter.title) : sql<number>`0`).as('rank'))
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
