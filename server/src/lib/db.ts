import { Kysely, PostgresDialect, type Selectable, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { connectionOptions, endWhenSilent } from './connection.ts'
import type { DB } from './db-types.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** A whole row of a table. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>

const { builtins } = pg.types
const INT8_ARRAY = 1016

/** How PostgreSQL's values arrive in code; `scripts/db-types.ts` says the same to the type checker. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [INT8_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean).map(nullableInteger)],
  // A calendar day has no hour and no zone: it stays the text it is.
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
  /** Connections at most. */
  max?: number
  /** What its sessions are called, after `largada`. */
  purpose?: string
  /** How long PostgreSQL may take for one statement, if not 30 s. */
  statementMs?: number
  /** How long it may be silent before the connection is given up: a little longer. */
  silentMs?: number
  /** How long one waits for a connection. */
  connectMs?: number
  /** Told of connections that broke: the pool replaces them by itself. */
  onError?: (error: Error) => void
}

const SILENT_MS = 35_000

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { max = 20, connectMs = 10_000, silentMs = SILENT_MS, onError } = options
  const pool = new pg.Pool({
    ...connectionOptions(url, options),
    connectionTimeoutMillis: connectMs,
    max,
    types,
  })
  // An error nobody listens to ends the process, and a connection may break while it is lent out as well as while it is idle.
  const report = (error: Error) => onError?.(error)
  pool.on('error', report)
  pool.on('connect', (client) => {
    client.on('error', report)
    // Its types leave their end to the pool.
    endWhenSilent(client as pg.PoolClient & pg.Client, silentMs)
  })
  return pool
}

const pools = new WeakMap<object, pg.Pool>()

export function createDb(pool: pg.Pool): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** The pool beneath `db`, for what speaks pg and not Kysely: the job runner, health checks. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('poolOf wants a database made by createDb')
  return pool
}

/**
 * One transaction, for verbs only. A statement may take 15 s and wait 5 s for a lock: whoever waits longer gets an error
 * that can be answered, instead of a connection that is gone.
 */
export function transaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '15s', true), set_config('lock_timeout', '5s', true)`.execute(
      tx,
    )
    return await run(tx)
  })
}

/** The database as it is at one moment, for an answer whose parts must agree with each other. Nothing can be written. */
export const inSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Throws when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
