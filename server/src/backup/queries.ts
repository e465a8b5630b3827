import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Manifest, Table } from './manifest.ts'

export type Client = pg.Client

/** The product's own, the job runner's and those of the sandbox gateway. */
const SCHEMAS = ['public', 'sandbox', 'graphile_worker']
/** Written by the migrations themselves. */
const OF_MIGRATIONS = ['schema_migrations', 'schema_functions', 'migrations']

type Stored = Pick<Table, 'schema' | 'name' | 'columns'>

/** In a transaction without a time limit, which the caller commits; it is rolled back when the work throws. */
export async function inTransaction<T>(
  url: string,
  kind: 'isolation level repeatable read read only' | 'read write',
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'largada-backup' })
  // The statement that is running fails with it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin ${kind}`)
    await client.query('set local statement_timeout = 0')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

/** The rows as COPY writes them; `rowCount` is known at the end. */
export const rowsOf = (client: Client, table: Stored) =>
  client.query(copyTo(`copy ${nameOf(table)} (${columnsOf(table)}) to stdout`))
export const rowsInto = (client: Client, table: Stored) =>
  client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`))

export async function selectVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  return rows[0]?.version ?? ''
}

export const emptyTables = (client: Client, tables: readonly Stored[]) =>
  client.query(`truncate ${tables.map(nameOf).join(', ')}`)

/** The planner's figures of new rows. */
export const analyze = (client: Client) => client.query('analyze')

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string =>
  columns.map(pg.escapeIdentifier).join(', ')

/** Tables with the columns that are stored, not computed. */
export async function selectTables(client: Client): Promise<Stored[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any ($1) and c.relkind = 'r' and c.relname <> all ($2)
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [SCHEMAS, OF_MIGRATIONS],
  )
  return rows
}

export async function selectSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last
     from pg_sequences where schemaname = any ($1) order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

export async function selectMigrations(client: Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query('select name, checksum from schema_migrations order by name')
  return rows
}

export async function hasAccounts(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from users) as found')
  return rows[0]?.found ?? false
}

/**
 * Takes foreign keys and triggers out of the way, in the transaction of the caller, as any owner of the tables may. `restore` puts them
 * back, and each foreign key is then checked for every row.
 */
export async function suspendRules(
  client: Client,
  tables: readonly Stored[],
): Promise<{ restore(): Promise<void> }> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in (select oid from pg_namespace where nspname = any ($1))
     order by 1, 2`,
    [SCHEMAS],
  )
  for (const { owner, name } of rows) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`)
  return {
    async restore() {
      for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`)
      for (const { owner, name, definition } of rows)
        await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
    },
  }
}

export async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const sequence of sequences)
    await client.query('select setval($1::regclass, coalesce($2::bigint, 1), $2::bigint is not null)', [
      nameOf(sequence),
      sequence.last,
    ])
}
