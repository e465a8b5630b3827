import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg, { type ClientBase } from 'pg'
import { SESSION } from './connection.ts'

/** Tables, forward only. */
const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)
/** Functions with their triggers, and views (`*.view.sql`): re-runnable files, applied again when their text changes. */
const FUNCTIONS = new URL('../../db/functions/', import.meta.url)
/** Arbitrary constant: servers that start together migrate one after the other. */
const ADVISORY_LOCK = 7_210_431
const MINIMUM_VERSION = 15

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

interface Options {
  /** The product connects through a pooler: the settings of its sessions are stored with the role. */
  pooled?: boolean
}

/**
 * In one transaction applies missing migrations, then functions and views whose text changed. Returns the names of the applied files.
 * `url` leads past a pooler: it takes a lock that lasts for a session.
 */
export async function migrate(url: string, { pooled = false }: Options = {}): Promise<string[]> {
  const [migrations, functions] = await Promise.all([readSqlFiles(MIGRATIONS), readSqlFiles(FUNCTIONS)])
  // A connection without the product's time limits: a migration may rewrite a large table.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'largada-migration',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await requireVersion(client)
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    try {
      await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) })
      await client.query('begin')
      const applied = await applyAll(client, migrations, functions)
      if (pooled) await storeSessionSettings(client)
      await client.query('commit')
      return applied
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
    }
  } finally {
    await client.end()
  }
}

async function storeSessionSettings(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const database = pg.escapeIdentifier(rows[0]?.database ?? '')
  for (const [name, value] of Object.entries(SESSION))
    await client.query(
      `alter role current_user in database ${database} set ${name} to ${pg.escapeLiteral(value)}`,
    )
}

async function readSqlFiles(directory: URL): Promise<SqlFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function requireVersion(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= MINIMUM_VERSION) return
  throw new Error(
    `O banco de dados é PostgreSQL ${version}; a Largada precisa do ${MINIMUM_VERSION} ou mais novo.`,
  )
}

async function applyAll(client: ClientBase, migrations: SqlFile[], functions: SqlFile[]): Promise<string[]> {
  for (const table of ['schema_migrations', 'schema_functions'])
    await client.query(`create table if not exists ${table} (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const known = await readChecksums(client, 'schema_migrations')
  requireSameHistory(known, migrations)
  const missing = migrations.filter(({ name }) => !known.has(name))
  for (const file of missing) await apply(client, 'schema_migrations', file)

  // After a migration apply all of them: it may have dropped a view to change a table.
  const present = missing.length > 0 ? new Map() : await readChecksums(client, 'schema_functions')
  const changed = functions.filter(({ name, checksum }) => present.get(name) !== checksum)
  // Functions may call others that are created later; views come after the functions they call.
  await client.query('set local check_function_bodies = off')
  const views = changed.filter(({ name }) => name.endsWith('.view.sql'))
  const inOrder = [...changed.filter((file) => !views.includes(file)), ...views]
  for (const file of inOrder) await apply(client, 'schema_functions', file)
  return [...missing, ...inOrder].map(({ name }) => name)
}

async function readChecksums(client: ClientBase, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table}`,
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function requireSameHistory(known: Map<string, string>, migrations: SqlFile[]): void {
  const first = migrations[0]
  if (!first) return
  const checksum = known.get(first.name)
  if (checksum !== undefined && checksum !== first.checksum)
    throw new Error(
      'Este banco de dados é de antes da primeira versão da Largada e não pode ser atualizado: apague a pasta de dados (DATA_DIR) ou indique um banco de dados vazio em DATABASE_URL.',
    )
  for (const [name, checksum] of known) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file) throw new Error(`O banco de dados é de uma versão mais nova da Largada: já aplicou ${name}.`)
    if (file.checksum !== checksum)
      throw new Error(`A migração ${name} mudou depois de aplicada a este banco de dados.`)
  }
}

async function apply(client: ClientBase, table: string, { name, sql, checksum }: SqlFile): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`${name} falhou: ${(error as Error).message}`, { cause: error })
  }
  await client.query(
    `insert into ${table} (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
