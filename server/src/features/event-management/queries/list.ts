import { type RawBuilder, sql } from 'kysely'
import type { EventSort } from '#contract/event-management/organizer-events.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import { blockedColumns } from '#server/features/organizer/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { searchWords } from '#server/lib/text-search.ts'

export interface EventFilter {
  id?: number | undefined
  /** Each word must occur. */
  title?: string | undefined
  date_event_start?: string | undefined
  date_event_end?: string | undefined
  /** Each word must occur in the trade name. */
  organizer?: string | undefined
  organizer_id?: number | undefined
  status?: number | undefined
  state?: string | undefined
  period?: 'current' | 'past' | undefined
  sort?: EventSort | undefined
  order?: 'asc' | 'desc' | undefined
  page: number
  per_page: number
}

const today = (now: Date) => sql<string>`(${now}::timestamptz at time zone events.timezone)::date`
const isPast = (now: Date) => sql<boolean>`events.event_on < ${today(now)}`

const filtered = (db: Db, caller: Caller, filter: Omit<EventFilter, 'page' | 'per_page'>, now: Date) => {
  const {
    id,
    title,
    date_event_start: start,
    date_event_end: end,
    organizer,
    organizer_id,
    status,
    state,
    period,
  } = filter
  let query = db
    .selectFrom('events')
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
    .where(inScope(eventScope(caller)))
  if (id !== undefined) query = query.where('events.id', '=', id)
  for (const word of searchWords(organizer))
    query = query.where(sql<string>`searchable(organizers.fantasy_name)`, 'like', `%${word}%`)
  if (organizer_id !== undefined) query = query.where('events.organizer_id', '=', organizer_id)
  if (status !== undefined) query = query.where('events.status', '=', status)
  if (state) query = query.where('events.state_code', '=', state)
  for (const word of searchWords(title))
    query = query.where(sql<string>`searchable(events.title)`, 'like', `%${word}%`)
  if (start) query = query.where('events.event_on', '>=', start)
  if (end) query = query.where('events.event_on', '<=', end)
  if (period) query = query.where(sql`coalesce(${isPast(now)}, false)`, '=', period === 'past')
  return query
}

const MAX_OWNERS = 50

/** Organizers that may have events and whose trade name contains each word. */
export function listOwners(
  db: Db,
  caller: Caller,
  search: string | undefined,
): Promise<{ id: number; fantasy_name: string }[]> {
  let query = db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .where('organizers.type', '=', ORGANIZER_TYPE.organizer)
    .where(blockedColumns.at, 'is', null)
  const scope = eventScope(caller)
  if (scope.kind === 'enterprise') query = query.where('organizers.enterprise_id', '=', scope.enterpriseId)
  for (const word of searchWords(search))
    query = query.where(sql<string>`searchable(organizers.fantasy_name)`, 'like', `%${word}%`)
  return query
    .select(['organizers.id', 'organizers.fantasy_name'])
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')
    .limit(MAX_OWNERS)
    .execute()
}

const SORTS: Readonly<Record<EventSort, RawBuilder<unknown>>> = {
  title: sql`searchable(events.title)`,
  date: sql`events.event_on`,
  held: sql`stock_levels.held`,
}

/** Unless sorted, the next race first; those of the past follow, latest first. */
export const selectEvents = (db: Db, caller: Caller, filter: EventFilter, now: Date) =>
  filtered(db, caller, filter, now)
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .leftJoin('uploads', 'uploads.path', 'events.image_path')
    .select([
      'events.id',
      'events.slug',
      'events.title',
      'events.event_on',
      'events.start_time',
      'events.state_code',
      'events.status',
      'events.missing',
      'events.opened_at',
      'events.image_path',
      'uploads.picture',
      'cities.name as city',
      'organizers.fantasy_name as organizer',
      'stock_levels.held',
      'stock_levels.capacity',
      sql<boolean>`least(events.registration_ends_on, events.event_on) < ${today(now)}`.as(
        'registrations_over',
      ),
    ])
    .$call((query) =>
      filter.sort === undefined
        ? query
        : query.orderBy(SORTS[filter.sort], (by) =>
            (filter.order === 'desc' ? by.desc() : by.asc()).nullsLast(),
          ),
    )
    .orderBy(isPast(now))
    .orderBy(sql`case when events.event_on >= ${today(now)} then events.event_on end`)
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .limit(filter.per_page)
    .offset((filter.page - 1) * filter.per_page)
    .execute()

export async function countEvents(db: Db, caller: Caller, filter: EventFilter, now: Date): Promise<number> {
  const { count } = await filtered(db, caller, filter, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const listEventOptions = (db: Db, caller: Caller, now: Date) =>
  filtered(db, caller, {}, now)
    .select(['events.id', 'events.title'])
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
