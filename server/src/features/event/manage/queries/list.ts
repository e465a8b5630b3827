import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { withinReach } from '../../../producer/events/queries.ts'
import { eventReach } from '../../../producer/policy.ts'
import { BLOCKED } from '../../../producer/queries.ts'
import { searchWords } from '../../domain/search-words.ts'

export interface EventFilter {
  /** Matches events whose title contains each of these words. */
  title?: string | undefined
  date_event_start?: string | undefined
  date_event_end?: string | undefined
  /** Matches organizers whose trade name contains each of these words. */
  organizer?: string | undefined
  organizer_id?: number | undefined
  status?: number | undefined
  state?: string | undefined
  page: number
  per_page: number
}

const filtered = (db: Db, caller: Caller, filter: Omit<EventFilter, 'page' | 'per_page'>) => {
  const {
    title,
    date_event_start: start,
    date_event_end: end,
    organizer,
    organizer_id,
    status,
    state,
  } = filter
  let query = db
    .selectFrom('events')
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
    .where(withinReach(eventReach(caller)))
  for (const { pattern } of searchWords(organizer)?.words ?? [])
    query = query.where(sql<string>`searchable(organizers.fantasy_name)`, 'like', pattern)
  if (organizer_id !== undefined) query = query.where('events.organizer_id', '=', organizer_id)
  if (status !== undefined) query = query.where('events.status', '=', status)
  if (state) query = query.where('events.state_code', '=', state)
  for (const { pattern } of searchWords(title)?.words ?? [])
    query = query.where(sql<string>`searchable(events.title)`, 'like', pattern)
  if (start) query = query.where('events.event_on', '>=', start)
  if (end) query = query.where('events.event_on', '<=', end)
  return query
}

const MAX_OWNERS = 50

/** Organizers within the caller's reach who may have events and whose trade name contains each word of the search. */
export function listOwners(
  db: Db,
  caller: Caller,
  search: string | undefined,
): Promise<{ id: number; fantasy_name: string }[]> {
  let query = db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .where('organizers.type', '=', 0)
    .where(BLOCKED.at, 'is', null)
  const reach = eventReach(caller)
  if (reach.kind === 'enterprise') query = query.where('organizers.enterprise_id', '=', reach.enterpriseId)
  for (const { pattern } of searchWords(search)?.words ?? [])
    query = query.where(sql<string>`searchable(organizers.fantasy_name)`, 'like', pattern)
  return query
    .select(['organizers.id', 'organizers.fantasy_name'])
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')
    .limit(MAX_OWNERS)
    .execute()
}

/** The latest race first. */
export const selectEvents = (db: Db, caller: Caller, filter: EventFilter) =>
  filtered(db, caller, filter)
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
    ])
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .limit(filter.per_page)
    .offset((filter.page - 1) * filter.per_page)
    .execute()

export async function countEvents(db: Db, caller: Caller, filter: EventFilter): Promise<number> {
  const { count } = await filtered(db, caller, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const listEventOptions = (db: Db, caller: Caller) =>
  filtered(db, caller, {})
    .select(['events.id', 'events.title'])
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
