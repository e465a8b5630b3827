import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Manifest, Table } from './manifest.ts'
import { COMPLETE, CONVERSIONS } from './queries/before-1-0.ts'

export type Client = pg.Client

/** The schemas of the product, the sandbox gateway and the job runner. */
const SCHEMAS = ['public', 'sandbox', 'graphile_worker']
/** Tables whose rows the migrations write. */
const OF_MIGRATIONS = ['schema_migrations', 'schema_functions', 'migrations']

type Stored = Pick<Table, 'schema' | 'name' | 'columns'>

/** Runs `work` in a transaction without a time limit; rolls it back when `work` throws. */
export async function inTransaction<T>(
  url: string,
  kind: 'isolation level repeatable read read only' | 'read write',
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'largada-backup' })
  // A lost connection also fails the running statement, which reports it.
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

/**
 * Creates a temporary table for the copy's rows of a table whose columns differ from those of this release.
 * Its columns are text.
 */
export async function createStaging(client: Client, { columns }: Stored): Promise<Stored> {
  const staging = { schema: 'pg_temp', name: 'staged_rows', columns }
  await client.query(`drop table if exists ${nameOf(staging)}`)
  await client.query(
    `create temp table staged_rows (${columns.map((column) => `${pg.escapeIdentifier(column)} text`).join(', ')})`,
  )
  return staging
}

/**
 * Writes the staged rows into a table: columns that both releases have, and converted columns. Other columns get
 * their defaults. Returns the number of rows, or the columns of the copy whose values would be lost.
 */
export async function insertStaged(
  client: Client,
  staging: Stored,
  table: Stored,
): Promise<{ rows: number } | { lost: string[] }> {
  const conversions = CONVERSIONS[table.name] ?? []
  const used = [...table.columns, ...conversions.map(({ from }) => from)]
  const lost: string[] = []
  for (const column of staging.columns.filter((name) => !used.includes(name))) {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from ${nameOf(staging)} where ${pg.escapeIdentifier(column)} is not null) as found`,
    )
    if (rows[0]?.found) lost.push(column)
  }
  if (lost.length > 0) return { lost }

  const types = await selectTypes(client, table)
  const values = new Map(
    table.columns
      .filter((column) => staging.columns.includes(column))
      .map((column) => [column, `${pg.escapeIdentifier(column)}::${types.get(column)}`]),
  )
  for (const { column, from, value } of conversions)
    if (staging.columns.includes(from) && table.columns.includes(column)) values.set(column, value)
  const { rowCount } = await client.query(
    `insert into ${nameOf(table)} (${columnsOf({ columns: [...values.keys()] })}) overriding system value
      select ${[...values.values()].join(', ')} from ${nameOf(staging)}`,
  )
  return { rows: rowCount ?? 0 }
}

async function selectTypes(client: Client, table: Stored): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [nameOf(table)],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/**
 * Counts an attempt for each payment without a charge: the gateway may have one since the copy was made, so it
 * is searched first (docs/algorithms/gateway-calls.md).
 */
export const searchForCharges = (client: Client) =>
  client.query('update payments set charge_attempts = charge_attempts + 1 where charge_id is null')

const ERASE_AGAIN = 'erase-again'

/**
 * Until `forgetErasing`, the next server that starts removes again the people who were removed after the copy
 * was made.
 */
export const eraseLater = (client: Client) =>
  client.query(`select graphile_worker.add_job('${ERASE_AGAIN}', '{}'::json, job_key => '${ERASE_AGAIN}')`)
export const forgetErasing = (client: Client) =>
  client.query(`select graphile_worker.remove_job('${ERASE_AGAIN}')`)

/** Writes the tables of a copy from before 1.0 that are derived from others. */
export async function completeRows(client: Client): Promise<void> {
  for (const statement of COMPLETE) await client.query(statement)
}

/** An upsert, because a copy from before this row existed may have been restored. */
export async function noteBackup(client: Client): Promise<void> {
  await client.query(`insert into service_health (service, succeeded_at) values ('backup', now())
    on conflict (service) do update set succeeded_at = excluded.succeeded_at`)
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

/** The names of what was applied, and the release that did so last. */
export async function selectState(client: Client): Promise<{ migrations: string[]; version: string }> {
  const { rows } = await client.query<{ name: string; version: string | null }>(
    'select name, version from schema_migrations order by name',
  )
  return { migrations: rows.map(({ name }) => name), version: rows.at(-1)?.version ?? '' }
}

export async function hasAccounts(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from users) as found')
  return rows[0]?.found ?? false
}

/**
 * Drops foreign keys and disables triggers in the caller's transaction, as any owner of the tables may.
 * `restore` puts them back and thereby checks each foreign key for every row.
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

/** A copy from before 1.0 may name sequences of tables that do not exist any more. */
export async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const sequence of sequences)
    await client.query(
      `select setval(found, coalesce($2::bigint, 1), $2::bigint is not null)
       from to_regclass($1) found where found is not null`,
      [nameOf(sequence), sequence.last],
    )
}
