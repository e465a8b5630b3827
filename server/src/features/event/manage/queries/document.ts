import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import { deleteRows, upsertRows } from '#server/lib/bulk.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withinReach } from '../../../producer/events/queries.ts'
import { eventReach } from '../../../producer/policy.ts'
import type { Changes } from '../domain/changes.ts'
import { type EventDocument, type EventRow, type LevelRow, parentColumn, TABLES } from '../domain/document.ts'
import { ALL_LISTS, type List, type ListName, type UsingTable } from '../domain/lists.ts'

/** An event the caller acts on, whole. Throws 404 for somebody else's as for one that does not exist. */
export const getEvent = (db: Db, caller: Caller, id: number): Promise<EventRow> =>
  reachedEvent(db, caller, id).executeTakeFirstOrThrow(() => new AppError('event_not_found'))

/**
 * The same, locked: nobody saves it or registers for it before this transaction ends. The first lock of a save, as of every
 * registration: docs/algorithms/stock.md.
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
 * Everything that is saved with an event. Without a lock a save may come in between: then the event, read before the rest,
 * has the older version, and whoever sends the mixture back is told that it is stale.
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

/** Locks levels in id order, as everybody does, and answers what they hold from now on. */
export const lockLevels = (tx: Tx, ids: readonly number[]): Promise<LevelRow[]> =>
  tx
    .selectFrom('stock_levels')
    .selectAll()
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** The first removed item that a registration, cancelled or not, points at; null when there is none. */
export async function findUsed(
  tx: Tx,
  eventId: number,
  changes: Changes,
): Promise<{ list: ListName; id: number } | null> {
  const rowsOf: Record<UsingTable, ReturnType<typeof sql>> = {
    registrations: sql`registered`,
    orders: sql`(select * from orders where event_id = ${eventId}) ordered`,
    term_acceptances: sql`term_acceptances join registered on registered.id = registration_id`,
    questionnaire_answers: sql`questionnaire_answers join registered on registered.id = registration_id`,
  }
  const searches = insideOut(null).flatMap(({ name, usedBy }) => {
    const removed = changes[name].removed.map(({ id }) => id)
    if (!usedBy || removed.length === 0) return []
    return usedBy.tables.map(([table, column]) => {
      const id = sql.ref(column)
      return sql`(select ${sql.lit(name)} as list, ${id} as id from ${rowsOf[table]} where ${id} = any (${removed}::bigint[]) limit 1)`
    })
  })
  if (searches.length === 0) return null
  const { rows } = await sql<{ list: ListName; id: number }>`
    with registered as not materialized (select * from registrations where event_id = ${eventId})
    select * from (${sql.join(searches, sql` union all `)}) used limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The lists with those of a parent before it: the category is named, not its modality. */
const insideOut = (parent: List | null): List[] =>
  ALL_LISTS.filter((list) => list.parent?.list === parent?.name).flatMap((list) => [...insideOut(list), list])

const FIXED_OF_EVENT = ['slug', 'stock_level_id', 'organizer_id', 'enterprise_id', 'created_at'] as const

/** Writes what a save changes, one statement a table: what is pointed at first, and deleted last. */
export async function writeDocument(tx: Tx, event: EventRow, changes: Changes): Promise<void> {
  // Only the limit of a level: what it holds belongs to the registrations.
  await upsertRows(tx, 'stock_levels', changes.stock_levels.written, ['event_id', 'kind', 'held'])
  await upsertRows(tx, 'events', [event], FIXED_OF_EVENT)
  for (const { name, keys, knownBy = 'id' } of ALL_LISTS) {
    const fixed = [...keys, 'stock_level_id', knownBy] as never[]
    await upsertRows(tx, name, changes[name].written as never[], fixed)
    if (name === 'terms') await insertTermVersions(tx, changes.terms.written, event.updated_at)
  }
  for (const table of [...TABLES].reverse()) {
    const ids = changes[table].removed.map((row) => row.id)
    await deleteRows(tx, table, ids)
  }
}

/** Keeps the words of each version: what was accepted stays readable. A version that is kept already stays as it is. */
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
