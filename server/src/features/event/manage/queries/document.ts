import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import { deleteRows, upsertRows } from '#server/lib/bulk.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withinReach } from '../../../producer/events/queries.ts'
import { eventReach } from '../../../producer/policy.ts'
import type { Changes } from '../domain/changes.ts'
import { type EventDocument, type EventRow, type LevelRow, parentColumn, TABLES } from '../domain/document.ts'
import { ALL_LISTS, type List, type ListName } from '../domain/lists.ts'

/** Reads an event the caller may act on. Throws 404 when it does not exist or is another organizer's. */
export const getEvent = (db: Db, caller: Caller, id: number): Promise<EventRow> =>
  reachedEvent(db, caller, id).executeTakeFirstOrThrow(() => new AppError('event_not_found'))

/**
 * Reads and locks an event the caller may act on: until this transaction ends nobody can save it or register for it. Saves and orders
 * lock the event first: docs/algorithms/stock.md.
 */
export const lockEvent = (tx: Tx, caller: Caller, id: number): Promise<EventRow> =>
  reachedEvent(tx, caller, id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('event_not_found'))

const reachedEvent = (db: Db, caller: Caller, id: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where(withinReach(eventReach(caller)))

/**
 * Reads everything that is saved with an event. Without a lock, another save may happen between the reads. The event was read first
 * and so has the older version, and saving the mixture is refused as stale.
 */
export async function getDocument(db: Db, event: EventRow): Promise<EventDocument> {
  const stock_levels = await db
    .selectFrom('stock_levels')
    .selectAll()
    .where('event_id', '=', event.id)
    .execute()
  const lists: Partial<Record<ListName, unknown[]>> = {}
  for (const list of ALL_LISTS) {
    const ofEvent = list.keys.includes('event_id')
      ? sql`event_id = ${event.id}`
      : sql`${sql.ref(parentColumn(list))} in (select id from ${sql.table(list.parent?.list ?? '')} where event_id = ${event.id})`
    const { rows } = await sql`
      select * from ${sql.table(list.name)} where ${ofEvent} order by ${sql.ref(list.orderBy)}, id`.execute(
      db,
    )
    lists[list.name] = rows
  }
  return { event, stock_levels, ...(lists as Pick<EventDocument, ListName>) }
}

/** Locks levels in id order, as all code does, and returns them. */
export const lockLevels = (tx: Tx, ids: readonly number[]): Promise<LevelRow[]> =>
  tx
    .selectFrom('stock_levels')
    .selectAll()
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** SQL: the items of a list, among those with these ids, that something points at. */
const usedAmong = ({ name, usedBy }: List, ids: readonly number[]) =>
  (usedBy?.tables ?? []).map(
    ([table, column]) => sql`
      select ${sql.lit(name)} as list, item.id from unnest(${ids}::bigint[]) item(id)
      where exists (select from ${sql.table(table)} used where used.${sql.ref(column)} = item.id)`,
  )

/** The items of these that a registration, even a cancelled one, points at, in the order of the lists: a kit before its sizes. */
export async function listUsed(
  db: Db,
  idsOf: (list: List) => readonly number[],
): Promise<{ list: ListName; id: number }[]> {
  const searches = ALL_LISTS.flatMap((list, rank) => {
    const ids = idsOf(list)
    return ids.length === 0
      ? []
      : usedAmong(list, ids).map((search) => sql`select ${sql.lit(rank)} as rank, * from (${search}) found`)
  })
  if (searches.length === 0) return []
  const { rows } = await sql<{ list: ListName; id: number }>`
    select list, id from (${sql.join(searches, sql` union all `)}) used order by rank, id`.execute(db)
  return rows
}

const IMMUTABLE_EVENT_COLUMNS = [
  'preview_token',
  'stock_level_id',
  'organizer_id',
  'enterprise_id',
  'created_at',
] as const

/** Writes the changes of a save, one statement per table: referenced tables are written first and deleted from last. */
export async function writeDocument(tx: Tx, event: EventRow, changes: Changes): Promise<void> {
  // Writes only the capacity of a level; `held` is changed by registrations only.
  await upsertRows(tx, 'stock_levels', changes.stock_levels.written, ['event_id', 'kind', 'held'])
  await upsertRows(tx, 'events', [event], IMMUTABLE_EVENT_COLUMNS)
  for (const { name, keys, knownBy = 'id' } of ALL_LISTS) {
    const immutable = [...keys, 'stock_level_id', knownBy] as never[]
    await upsertRows(tx, name, changes[name].written as never[], immutable)
    if (name === 'terms') await insertTermVersions(tx, changes.terms.written, event.updated_at)
  }
  for (const table of [...TABLES].reverse()) {
    const ids = changes[table].removed.map((row) => row.id)
    await deleteRows(tx, table, ids)
  }
}

/**
 * Deletes an event that the caller has locked, and everything saved with it. Throws a foreign key violation when somebody registered for
 * it or waited in its room, or when it was called off or is the new date of another event.
 */
export async function deleteDocument(tx: Tx, document: EventDocument): Promise<void> {
  const { id } = document.event
  const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id)
  for (const { name } of [...ALL_LISTS].reverse()) await deleteRows(tx, name, idsOf(document[name]))
  await tx.deleteFrom('waiting_rooms').where('event_id', '=', id).where('issued', '=', 0).execute()
  await tx.deleteFrom('event_creations').where('event_id', '=', id).execute()
  await tx.deleteFrom('organizer_charges').where('event_id', '=', id).execute()
  await deleteRows(tx, 'events', [id])
  await deleteRows(tx, 'stock_levels', idsOf(document.stock_levels))
}

/** Stores the text of each new version, so that accepted terms stay readable. A version already stored is not changed. */
async function insertTermVersions(tx: Tx, terms: EventDocument['terms'], at: Date): Promise<void> {
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
