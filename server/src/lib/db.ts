import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

export type Db = Kysely<DB>
/** A part of something bigger takes this, so that forgetting the transaction does not compile. */
export type Tx = Transaction<DB>

const OID = { int8: 20, date: 1082 }

/** Every id fits a double exactly; a sum that does not is a bug to be heard of. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`)
  return value
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === OID.int8 && format !== 'binary') return parseInt8
    // A calendar day stays `yyyy-mm-dd`: a Date would move it between zones.
    if (oid === OID.date && format !== 'binary') return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

interface PoolOptions {
  max?: number
  onError: (error: Error) => void
}

/** Connections of one process. `onError` hears of idle connections that broke; without it they would end the process. */
export function createPool(connectionString: string, { max = 10, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    application_name: 'largada',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onError)
  return pool
}

export const createDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

/** Runs `work` in one READ COMMITTED transaction: the locks of docs/algorithms/stock.md rely on that level. */
export const transaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('read committed').execute(work)

export const isAlive = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db)
}
