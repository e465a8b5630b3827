import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { PUBLIC_FOLDERS } from '#server/lib/files.ts'
import { searchWords } from '../event/domain/search-words.ts'
import { withinReach } from '../producer/events/queries.ts'
import { eventReach } from '../producer/policy.ts'
import type { TermRow } from './domain/document.ts'

interface EventFilter {
  /** Each of its words is somewhere in the title. */
  title?: string | undefined
  date_event_start?: string | undefined
  date_event_end?: string | undefined
  page: number
  per_page: number
}

const filtered = (db: Db, caller: Caller, filter: Omit<EventFilter, 'page' | 'per_page'>) => {
  const { title, date_event_start: start, date_event_end: end } = filter
  let query = db.selectFrom('events').where(withinReach(eventReach(caller)))
  for (const { pattern } of searchWords(title)?.words ?? [])
    query = query.where(sql<string>`searchable(events.title)`, 'like', pattern)
  if (start) query = query.where('events.event_on', '>=', start)
  if (end) query = query.where('events.event_on', '<=', end)
  return query
}

/** The latest race first. */
export const listEvents = (db: Db, caller: Caller, filter: EventFilter) =>
  filtered(db, caller, filter)
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
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

/** What is shown of an event and stands elsewhere. */
export async function getSurroundings(
  db: Db,
  eventId: number,
): Promise<{ city: string | null; setupFeeCents: number | null }> {
  return db
    .selectFrom('events')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .leftJoin('organizer_charges', (join) =>
      join
        .onRef('organizer_charges.event_id', '=', 'events.id')
        .on('organizer_charges.kind', '=', 'setup_fee'),
    )
    .select(['cities.name as city', 'organizer_charges.amount_cents as setupFeeCents'])
    .where('events.id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/** `base` and its numbered successors, as far as events have them. */
export async function findSlugs(tx: Tx, base: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('events')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug))
}

export async function nextEventId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('events', 'id')) as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** A status is part of the offer: whoever planned with the old one is told by the version. */
export async function updateStatus(tx: Tx, eventId: number, status: number, at: Date): Promise<void> {
  await tx
    .updateTable('events')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', eventId)
    .execute()
}

/** Charged once per event, whatever is called how often. */
export async function insertSetupFee(
  tx: Tx,
  charge: { organizerId: number; eventId: number; amountCents: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('organizer_charges')
    .values({
      organizer_id: charge.organizerId,
      event_id: charge.eventId,
      kind: 'setup_fee',
      amount_cents: charge.amountCents,
      created_at: charge.at,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'kind']).doNothing())
    .execute()
}

/** Keeps the words of each version: what was accepted stays readable. A version that is kept already stays as it is. */
export async function insertTermVersions(tx: Tx, terms: readonly TermRow[], at: Date): Promise<void> {
  if (terms.length === 0) return
  await tx
    .insertInto('term_versions')
    .values(
      terms.map(({ id, version, name, description }) => ({
        term_id: id,
        version,
        name,
        description,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those of these paths that are files uploaded for everybody to see, and whether they are pictures. */
export async function findPublicFiles(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, { isPicture: boolean }>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .select(['path', sql<boolean>`picture is not null`.as('isPicture')])
    .where('path', 'in', paths)
    .where(sql<string>`split_part(path, '/', 1)`, 'in', PUBLIC_FOLDERS)
    .execute()
  return new Map(rows.map(({ path, isPicture }) => [path, { isPicture }]))
}

/** What people did to an event itself, not to its registrations: those are others' to see. */
export const listHistory = (
  db: Db,
  eventId: number,
  { page, per_page }: { page: number; per_page: number },
) =>
  history(db, eventId)
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'users.name as actor',
      sql<Record<string, unknown> | null>`audit_log.before`.as('before'),
      sql<Record<string, unknown> | null>`audit_log.after`.as('after'),
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countHistory(db: Db, eventId: number): Promise<number> {
  const { count } = await history(db, eventId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const history = (db: Db, eventId: number) =>
  db.selectFrom('audit_log').where('audit_log.event_id', '=', eventId).where('audit_log.entity', '=', 'event')
