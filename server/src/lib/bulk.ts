import { type Selectable, sql } from 'kysely'
import type { Tx } from './db.ts'
import type { DB } from './db-types.ts'

type Table = keyof DB & string

/** Allocates ids, so that rows that reference each other can be built first and written table by table. */
export async function allocateIds<T extends Table>(
  tx: Tx,
  counts: Record<T, number>,
): Promise<Record<T, number[]>> {
  const { rows } = await sql<{ name: T; id: number }>`
    select wanted.name, nextval(pg_get_serial_sequence(wanted.name, 'id')) as id
    from jsonb_each_text(${JSON.stringify(counts)}::jsonb) wanted (name, count),
      generate_series(1, wanted.count::int)`.execute(tx)
  const ids = Object.fromEntries(Object.keys(counts).map((name) => [name, []])) as unknown as Record<
    T,
    number[]
  >
  for (const { name, id } of rows) ids[name].push(id)
  return ids
}

/**
 * Inserts or updates any number of rows in one statement with one parameter. A column that a row lacks keeps
 * its default or its value. Updates leave the `fixed` columns unchanged. Key columns must be fixed: setting
 * one, even to its current value, takes a lock that blocks foreign key checks.
 */
export async function upsertRows<T extends Table>(
  tx: Tx,
  table: T,
  rows: readonly Selectable<DB[T]>[],
  fixed: readonly (keyof Selectable<DB[T]> & string)[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const unchanged: readonly string[] = ['id', ...fixed]
  // A newer release may have added a column. Rows that this process built lack it, and it is left unchanged.
  const columns = Object.keys(first).filter((column) => rows.every((row) => column in row))
  const changes = columns
    .filter((column) => !unchanged.includes(column))
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const named = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${named}) overriding system value
    select ${named} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set ${sql.join(changes)}`.execute(tx)
}

export async function deleteRows(tx: Tx, table: Table, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${sql.table(table)} where id = any (${ids}::bigint[])`.execute(tx)
}
