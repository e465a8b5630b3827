import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Selectable,
  sql,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { connectionOptions, endWhenSilent, forgetStatementNames } from './connection.ts'
import type { DB } from './db-types.ts'
import { frequentStatements, prepareInTransactions } from './prepared-statements.ts'
import type { Tracing } from './tracing.ts'
import { currentContext } from './work-context.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
export type Row<Table extends keyof DB> = Selectable<DB[Table]>

const { builtins } = pg.types
const INT8_ARRAY = 1016

/** `scripts/db-types.ts` declares the same types. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [INT8_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean).map(nullableInteger)],
  // A calendar date has no time zone, so it stays text.
  [builtins.DATE, (text) => text],
  [builtins.NUMERIC, (text) => text],
])

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const parser = format === 'binary' ? undefined : parsers.get(oid)
    return parser ?? pg.types.getTypeParser(oid, format)
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} não cabe num inteiro seguro`)
}

const nullableInteger = (text: string) => (text === 'NULL' ? null : safeInteger(text))

interface PoolOptions {
  max?: number
  /** Appended to `largada` in `application_name`. */
  purpose?: string
  /** `statement_timeout`; 30 s by default. */
  statementMs?: number
  /** A connection without an answer for this long is ended; longer than `statementMs`. */
  silentMs?: number
  connectMs?: number
  pooled?: boolean
  /** Called for broken connections; the pool replaces them. */
  onError?: (error: Error) => void
}

const SILENT_MS = 35_000

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { max = 20, connectMs = 10_000, silentMs = SILENT_MS, pooled, onError } = options
  const pool = new pg.Pool({
    ...connectionOptions(url, options),
    connectionTimeoutMillis: connectMs,
    max,
    types,
  })
  const nameOf = frequentStatements()
  // An unhandled 'error' event ends the process. The pool reports errors of idle connections only.
  const report = (error: Error) => onError?.(error)
  pool.on('error', report)
  pool.on('connect', (client) => {
    releaseOnce(client)
    client.on('error', report)
    // The types of a PoolClient omit `end`.
    endWhenSilent(client as pg.PoolClient & pg.Client, silentMs, () =>
      answeredAt.set(pool, performance.now()),
    )
    if (pooled) forgetStatementNames(client as pg.PoolClient & pg.Client)
    else prepareInTransactions(client as pg.PoolClient & pg.Client, nameOf)
  })
  return pool
}

/** When the pool's last statement was answered. */
const answeredAt = new WeakMap<pg.Pool, number>()
const pools = new WeakMap<object, pg.Pool>()
const directUrls = new WeakMap<object, string>()

/** graphile-worker releases a lost connection twice, and the pool throws on the second call, uncaught. */
function releaseOnce(client: pg.PoolClient): void {
  let release = client.release
  Object.defineProperty(client, 'release', {
    get: () => release,
    set(next: pg.PoolClient['release']) {
      let released = false
      release = (reason) => {
        if (!released) next(reason)
        released = true
      }
    },
  })
}

/**
 * Sent with the start of a transaction that may write, which saves a round trip. Its statements find few rows
 * by key, so their plans need neither the values nor the statistics: a plan made while a table was almost
 * empty must not read all of it when an opening day has filled it.
 */
const SETTINGS = Object.entries({
  statement_timeout: '15s',
  lock_timeout: '5s',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
})
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ')

class WritingDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.accessMode === 'read only') return super.beginTransaction(connection, settings)
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${isolation}; ${SETTINGS}`))
  }
}

/** `directUrl` reaches the same database without the pooler; default: the pool's own address. */
export function createDb(
  pool: pg.Pool,
  directUrl = pool.options.connectionString ?? '',
  tracing: Tracing | null = null,
): Db {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new WritingDriver({ pool }),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const db = new Kysely<DB>({ dialect, ...(tracing && { log: traceStatements(tracing) }) })
  pools.set(db, pool)
  directUrls.set(db, directUrl)
  return db
}

/** The statement text contains no parameter values. */
const traceStatements =
  (tracing: Tracing) =>
  ({ level, query, queryDurationMillis }: LogEvent): void => {
    const parent = currentContext()?.span
    if (!parent) return
    const startedAt = new Date(Date.now() - queryDurationMillis)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql.slice(0, 2_000) }
    const name = query.sql.trimStart().split(/\s/, 1)[0] ?? ''
    tracing.start(name, { kind: 'client', attributes, parent, startedAt }).end({}, level === 'error')
  }

/** The address for connections that need session state: `LISTEN`, advisory locks, prepared statements. */
export const directUrlOf = (db: Db): string => directUrls.get(db) ?? ''

export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('poolOf wants a database made by createDb')
  return pool
}

/**
 * Statement timeout 15 s, lock timeout 5 s. Frequent statements are prepared, so a read that takes longer to
 * plan than to run may use it too. Queries take a `Tx` and open no transactions.
 */
export const transaction = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(run)

/**
 * Runs a transaction that holds an exclusive lock on `table` for writers of its kind; readers do not wait. It
 * reads one snapshot, taken after the lock is held, because neither setting a parameter nor locking a table
 * takes a snapshot.
 */
export const transactionOn = <T>(db: Db, table: keyof DB & string, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
      return await run(tx)
    })

/** Several reads in one read-only snapshot. */
export const inSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** For how many milliseconds no statement of the pool was answered. */
export const lastAnswerMs = (db: Db): number => performance.now() - (answeredAt.get(poolOf(db)) ?? 0)
