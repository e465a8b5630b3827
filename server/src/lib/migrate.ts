import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg, { type ClientBase } from 'pg'
import { SESSION } from './connection.ts'
import { isDeadlock, isLockTimeout } from './errors.ts'

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

/** An index of a large table: outside of a transaction, so that nobody who writes waits for it. */
const CONCURRENTLY = '.concurrently.sql'
/** Whoever asks for a table after a migration waits behind it, so it waits for a lock this long only, and then lets them pass. */
const LOCK_MS = 2_000
const PAUSE_MS = 1_000
const GIVE_UP_MS = 5 * 60_000

interface Options {
  /** The product connects through a pooler: the settings of its sessions are stored with the role. */
  pooled?: boolean
  /** Other migrations than the product's, and another time to wait for a lock: for tests. */
  migrations?: URL
  lockMs?: number
}

/**
 * In one transaction applies missing migrations, then functions and views whose text changed; then the indexes that are made concurrently.
 * Processes of the version before may run meanwhile. Returns the names of the applied files. `url` leads past a pooler: it takes a lock
 * that lasts for a session.
 */
export async function migrate(
  url: string,
  { pooled = false, migrations: folder = MIGRATIONS, lockMs = LOCK_MS }: Options = {},
): Promise<string[]> {
  const [files, functions] = await Promise.all([readSqlFiles(folder), readSqlFiles(FUNCTIONS)])
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
      const applied = await inTransaction(client, lockMs, async () => {
        const names = await applyAll(client, files, functions)
        if (pooled) await storeSessionSettings(client)
        return names
      })
      return [...applied, ...(await applyConcurrently(client, files))]
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
    }
  } finally {
    await client.end()
  }
}

/** Again from the start, after a pause, when it waited too long for a lock, or for each other with somebody else. */
async function inTransaction<T>(client: ClientBase, lockMs: number, run: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockMs}`)
      const result = await run()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (!isLockConflict(error) || performance.now() > deadline) throw error
    }
    await wait(PAUSE_MS)
  }
}

const isLockConflict = (error: unknown): boolean => {
  const { cause = error } = error as Error
  return isLockTimeout(cause) || isDeadlock(cause)
}

/** Statement by statement, each outside of a transaction. A process may have died in any of them: the file drops the index first. */
async function applyConcurrently(client: ClientBase, files: SqlFile[]): Promise<string[]> {
  const known = await readChecksums(client, 'schema_migrations')
  const missing = files.filter(({ name }) => name.endsWith(CONCURRENTLY) && !known.has(name))
  for (const file of missing) {
    for (const statement of file.sql.split(/;\s*\n/).filter(Boolean))
      await execute(client, file.name, statement)
    await record(client, 'schema_migrations', file)
  }
  return missing.map(({ name }) => name)
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
  const missing = migrations.filter(({ name }) => !known.has(name) && !name.endsWith(CONCURRENTLY))
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

async function apply(client: ClientBase, table: string, file: SqlFile): Promise<void> {
  await execute(client, file.name, file.sql)
  await record(client, table, file)
}

async function execute(client: ClientBase, name: string, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    throw new Error(`${name} falhou: ${(error as Error).message}`, { cause: error })
  }
}

async function record(client: ClientBase, table: string, { name, checksum }: SqlFile): Promise<void> {
  await client.query(
    `insert into ${table} (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
