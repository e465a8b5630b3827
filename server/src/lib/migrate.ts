import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg, { type ClientBase } from 'pg'
import type { Logger as Log } from 'pino'
import { SESSION } from './connection.ts'
import { isDeadlock, isLockTimeout } from './errors.ts'
import {
  createHistory,
  type History,
  newerRelease,
  readHistory,
  record,
  requireSameHistory,
  requireUsable,
  type SqlFile,
} from './migration-history.ts'
import { VERSION } from './version.ts'

/** Schema changes; they only go forward. */
const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)
/**
 * Functions with their triggers, and views (`*.view.sql`): repeatable files, applied again when their text
 * changes.
 */
const FUNCTIONS = new URL('../../db/functions/', import.meta.url)
/** An arbitrary constant. The lock serializes migrations of servers that start together. */
const ADVISORY_LOCK = 7_210_431
const MINIMUM_VERSION = 15

/**
 * Suffix of files that create an index of a large table outside a transaction, so that writers are not
 * blocked.
 */
const CONCURRENTLY = '.concurrently.sql'
/**
 * Every query on a table queues behind a migration that waits for its lock, so a migration waits only this
 * long before it lets them pass and tries again.
 */
const LOCK_MS = 2_000
const PAUSE_MS = 1_000
const GIVE_UP_MS = 5 * 60_000

interface Options {
  /** The product connects through a pooler: its session settings are stored with the role. */
  pooled?: boolean
  /**
   * Stores what belongs to a release besides the schema. Not called in a process that is older than the
   * database.
   */
  loadReferenceData?: () => Promise<void>
  log?: Log
  /** Applies no functions, and only these migrations: those of the release whose backup is restored. */
  only?: ReadonlySet<string>
  /** Other files, release and lock timeout, for tests. */
  migrations?: URL
  functions?: URL
  version?: string
  lockMs?: number
}

/**
 * Applies missing migrations, then changed functions and views, in one transaction; then creates the
 * concurrent indexes. Processes of the previous release may keep running. Returns the names of the applied
 * files. `url` must bypass a pooler, because the advisory lock belongs to a session.
 *
 * A process that is older than the release that changed the database last changes nothing. It works with the
 * newer functions, or throws when a file says that it needs a newer release (docs/algorithms/upgrade.md).
 */
export async function migrate(url: string, options: Options = {}): Promise<string[]> {
  const { pooled = false, lockMs = LOCK_MS, version = VERSION, only, loadReferenceData, log } = options
  const [migrations, functions] = await Promise.all([
    readSqlFiles(options.migrations ?? MIGRATIONS),
    readSqlFiles(options.functions ?? FUNCTIONS),
  ])
  const files = { migrations, functions: only ? [] : functions }
  // Not the product's connection options: a migration may rewrite a large table and needs no time limit.
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
      // Nothing is written to a database that is refused, not even by graphile-worker.
      requireSameHistory(await readHistory(client, 'schema_migrations'), migrations, version)
      await migrateJobs(url)
      const { names, newer } = await inTransaction(client, lockMs, async () => {
        const applied = await applyAll(client, files, version, only)
        if (pooled) await storeSessionSettings(client)
        return applied
      })
      if (newer) {
        log?.warn({ newer }, 'a newer release changed the database; this process works with its functions')
        return names
      }
      if (!only) names.push(...(await applyConcurrently(client, migrations, version)))
      if (names.length > 0) log?.info({ files: names }, 'database migrated')
      await loadReferenceData?.()
      return names
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
    }
  } finally {
    await client.end()
  }
}

/** The migrations of this release, by name. */
export async function readMigrations(): Promise<Map<string, SqlFile>> {
  return new Map((await readSqlFiles(MIGRATIONS)).map((file) => [file.name, file]))
}

/**
 * Applies graphile-worker's own migrations over a pool of ours. A pool created by graphile-worker has no
 * listener for errors of connections that end while it closes, and such an error would end the process.
 */
async function migrateJobs(url: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: url })
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

/** Runs a transaction, and retries it after a pause on a lock timeout or a deadlock. */
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

/**
 * Runs each statement outside a transaction. The process may have died in the middle of the file, so the file
 * first drops the index.
 */
async function applyConcurrently(client: ClientBase, files: SqlFile[], version: string): Promise<string[]> {
  const known = await readHistory(client, 'schema_migrations')
  const missing = files.filter(({ name }) => name.endsWith(CONCURRENTLY) && !known.has(name))
  for (const file of missing) {
    for (const statement of file.sql.split(/;\s*\n/).filter(Boolean))
      await execute(client, file.name, statement)
    await record(client, 'schema_migrations', file, version)
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

async function applyAll(
  client: ClientBase,
  { migrations, functions }: { migrations: SqlFile[]; functions: SqlFile[] },
  version: string,
  only: ReadonlySet<string> | undefined,
): Promise<{ names: string[]; newer: string | null }> {
  await createHistory(client)
  const known = await readHistory(client, 'schema_migrations')
  const present = await readHistory(client, 'schema_functions')
  const applied = [...known.values(), ...present.values()]
  requireUsable(applied, version)
  const newer = newerRelease(applied, version)
  if (newer) return { names: [], newer }

  const missing = migrations.filter(
    ({ name }) => !known.has(name) && !name.endsWith(CONCURRENTLY) && (only?.has(name) ?? true),
  )
  for (const file of missing) await apply(client, 'schema_migrations', file, version)
  // After a migration all functions and views are applied: the migration may have dropped a view to change a
  // table.
  const changed = functions.filter(
    ({ name, checksum }) => missing.length > 0 || present.get(name)?.checksum !== checksum,
  )
  // Functions may call functions that are created later; views are created after the functions they call.
  await client.query('set local check_function_bodies = off')
  const views = changed.filter(({ name }) => name.endsWith('.view.sql'))
  const inOrder = [...changed.filter((file) => !views.includes(file)), ...views]
  for (const file of inOrder) await apply(client, 'schema_functions', file, version)
  return { names: [...missing, ...inOrder].map(({ name }) => name), newer: null }
}

async function apply(client: ClientBase, table: History, file: SqlFile, version: string): Promise<void> {
  await execute(client, file.name, file.sql)
  await record(client, table, file, version)
}

async function execute(client: ClientBase, name: string, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    throw new Error(`${name} falhou: ${(error as Error).message}`, { cause: error })
  }
}
