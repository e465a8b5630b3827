import { sql } from 'kysely'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import type { Caller } from '#server/lib/auth.ts'
import { deleteRows, upsertRows } from '#server/lib/bulk.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Changes } from '../domain/changes.ts'
import { type EventDocument, type EventRow, type LevelRow, parentColumn, TABLES } from '../domain/document.ts'
import { ALL_LISTS, type List, type ListName } from '../domain/lists.ts'

/** Throws 404 outside the caller's scope. */
export const getEvent = (db: Db, caller: Caller, id: number): Promise<EventRow> =>
  accessibleEvent(db, caller, id).executeTakeFirstOrThrow(() => new AppError('event_not_found'))

/** Saves and orders lock the event first (docs/algorithms/stock.md). Throws 404. */
export const lockEvent = (tx: Tx, caller: Caller, id: number): Promise<EventRow> =>
  accessibleEvent(tx, caller, id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('event_not_found'))

const accessibleEvent = (db: Db, caller: Caller, id: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where(inScope(eventScope(caller)))

/** Without a lock, `event` may be older than the lists; saving such a mixture is rejected as stale. */
export async function getDocument(db: Db, event: EventRow): Promise<EventDocument> {
  const stock_levels = await db
    .selectFrom('stock_levels')
    .selectAll()
    .where('event_id', '=', event.id)
    // The levels of single-use codes and of accounts are not part of the document.
    .where('kind', 'not in', ['coupon_code', 'coupon_person'])
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

/** In id order, the order used everywhere. */
export const lockLevels = (tx: Tx, ids: readonly number[]): Promise<LevelRow[]> =>
  tx
    .selectFrom('stock_levels')
    .selectAll()
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

const usedAmong = ({ name, usedBy }: List, ids: readonly number[]) =>
  (usedBy?.tables ?? []).map(
    ([table, column]) => sql`
      select ${sql.lit(name)} as list, item.id from unnest(${ids}::bigint[]) item(id)
      where exists (select from ${sql.table(table)} used where used.${sql.ref(column)} = item.id)`,
  )

/** Items that registrations reference, also cancelled ones: a kit before its sizes. */
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

/** One statement per table: referenced tables are written first and deleted from last. */
export async function writeDocument(tx: Tx, event: EventRow, changes: Changes): Promise<void> {
  // Writes only the capacity of a level: `held` and `closed_at` follow from the registrations.
  const { written } = changes.stock_levels
  await upsertRows(tx, 'stock_levels', written, ['event_id', 'kind', 'held', 'closed_at'])
  await closeFullTiers(tx, written, event.updated_at)
  await upsertRows(tx, 'events', [event], IMMUTABLE_EVENT_COLUMNS)
  for (const { name, keys, knownBy = 'id' } of ALL_LISTS) {
    const immutable = [...keys, 'stock_level_id', knownBy] as never[]
    await upsertRows(tx, name, changes[name].written as never[], immutable)
    if (name === 'coupons') await limitAccounts(tx, idsOf(changes.coupons.written))
    if (name === 'terms') await insertTermVersions(tx, changes.terms.written, event.updated_at)
    if (name === 'right_rules') await insertRightVersions(tx, changes.right_rules.written, event.updated_at)
  }
  for (const table of [...TABLES].reverse()) {
    const ids = idsOf(changes[table].removed)
    if (table === 'coupons') await deleteUses(tx, ids)
    await deleteRows(tx, table, ids)
  }
}

/** The levels that count the uses of a coupon by each account. */
export const listAccountLevels = (tx: Tx, couponIds: readonly number[]) =>
  tx
    .selectFrom('coupon_accounts')
    .where('coupon_id', '=', sql<number>`any (${couponIds}::bigint[])`)
    .select(['coupon_id', 'stock_level_id'])
    .execute()

/**
 * Lets each account use a coupon as often as the coupon says now. The caller has locked the accounts' levels,
 * except those created meanwhile, which no other transaction knows yet.
 */
async function limitAccounts(tx: Tx, couponIds: readonly number[]): Promise<void> {
  if (couponIds.length === 0) return
  await sql`
    update stock_levels l set capacity = c.max_per_person
    from coupon_accounts a join coupons c on c.id = a.coupon_id
    where a.coupon_id = any (${couponIds}::bigint[]) and l.id = a.stock_level_id
      and l.capacity is distinct from c.max_per_person`.execute(tx)
}

/** Deletes the codes of coupons that no registration used, and the counts of their accounts. */
async function deleteUses(tx: Tx, couponIds: readonly number[]): Promise<void> {
  if (couponIds.length === 0) return
  await sql`
    with code as (
      delete from coupon_codes where coupon_id = any (${couponIds}::bigint[]) returning stock_level_id
    ),
    account as (
      delete from coupon_accounts where coupon_id = any (${couponIds}::bigint[]) returning stock_level_id
    )
    delete from stock_levels
    where id in (select stock_level_id from code union all select stock_level_id from account)`.execute(tx)
}

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id)

/** A tier whose quantity was lowered to what is sold has sold its last unit. */
async function closeFullTiers(tx: Tx, levels: readonly LevelRow[], at: Date): Promise<void> {
  const ids = levels.filter(({ kind, capacity }) => kind === 'tier' && capacity !== null).map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('stock_levels')
    .set({ closed_at: at })
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .whereRef('held', '>=', 'capacity')
    .execute()
}

/** Throws a foreign key violation for an event with a history. */
export async function deleteDocument(tx: Tx, document: EventDocument): Promise<void> {
  const { id } = document.event
  await deleteUses(tx, idsOf(document.coupons))
  for (const { name } of [...ALL_LISTS].reverse()) await deleteRows(tx, name, idsOf(document[name]))
  await tx.deleteFrom('waiting_rooms').where('event_id', '=', id).where('issued', '=', 0).execute()
  await tx.deleteFrom('event_creations').where('event_id', '=', id).execute()
  await tx.deleteFrom('organizer_charges').where('event_id', '=', id).execute()
  await deleteRows(tx, 'events', [id])
  await deleteRows(tx, 'stock_levels', idsOf(document.stock_levels))
}

/** Keeps accepted terms readable. Stored versions never change. */
async function insertTermVersions(tx: Tx, terms: EventDocument['terms'], at: Date): Promise<void> {
  if (terms.length === 0) return
  await tx
    .insertInto('term_versions')
    .values(
      terms.map(({ id, version, name, description, kind }) => ({
        term_id: id,
        version,
        name,
        description,
        kind,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores each text of a declaration, so that runners can still read the text that they accepted. */
async function insertRightVersions(tx: Tx, rights: EventDocument['right_rules'], at: Date): Promise<void> {
  if (rights.length === 0) return
  await tx
    .insertInto('right_versions')
    .values(
      rights.map(({ id, version, name, declaration }) => ({
        right_rule_id: id,
        version,
        name,
        declaration,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
