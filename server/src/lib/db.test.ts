import { createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { createDb, createPool, type Db, inSnapshot, poolOf, transaction } from './db.ts'
import { asAppError } from './errors.ts'
import { migrate } from './migrate.ts'

const { db, url } = await testDatabase()
const network = await lossyNetwork(url)
afterAll(() => network.stop())

const opened: Db[] = []
afterAll(() => Promise.all(opened.map((one) => one.destroy())))
function open(address: string, options: Parameters<typeof createPool>[1] = {}): Db {
  const one = createDb(createPool(address, options))
  opened.push(one)
  return one
}

const ping = (one: Db) => sql`select 1`.execute(one)
const refusal = async (work: Promise<unknown>) =>
  asAppError(
    await work.then(
      () => null,
      (error: unknown) => error,
    ),
  )
const BUSY = { status: 503, retryAfterSeconds: expect.any(Number) }

test('a session sets its own limits, on any server', async () => {
  const { rows } = await sql`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'TimeZone')
    order by name`.execute(db)
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '60000' },
    { name: 'statement_timeout', setting: '30000' },
    { name: 'tcp_keepalives_idle', setting: '30' },
    { name: 'TimeZone', setting: 'UTC' },
  ])
})

test('only a transaction that writes plans without values and without sequential scans', async () => {
  const settings = async (on: Db) =>
    (
      await sql`select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`.execute(
        on,
      )
    ).rows
  const one = open(url, { max: 1 })
  expect(await transaction(one, settings)).toEqual([{ plans: 'force_generic_plan', scans: 'off' }])
  expect(await settings(one)).toEqual([{ plans: 'auto', scans: 'on' }])
  expect(await inSnapshot(one, settings)).toEqual([{ plans: 'auto', scans: 'on' }])
})

test('through a pooler, startup sends no settings and statements have no names', async () => {
  const pooled = open(url, { max: 1, pooled: true })
  const pool = poolOf(pooled)
  expect((await pool.query({ name: 'one', text: 'select $1::int as n', values: [1] })).rows).toEqual([
    { n: 1 },
  ])
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])

  await migrate(url, { pooled: true })
  const next = poolOf(open(url, { pooled: true }))
  expect((await next.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }])
  expect((await next.query('show idle_in_transaction_session_timeout')).rows).toEqual([
    { idle_in_transaction_session_timeout: '1min' },
  ])
})

test('a connection is returned to the pool once, even when it is released twice', async () => {
  const pool = poolOf(open(url, { max: 1 }))
  const client = await pool.connect()
  client.release()
  client.release(new Error('lost'))
  expect(pool).toMatchObject({ idleCount: 1, totalCount: 1 })
})

test('without a free connection the response is 503 with Retry-After', async () => {
  const small = open(url, { max: 1, connectMs: 500 })
  const held = await poolOf(small).connect()
  expect(await refusal(ping(small))).toMatchObject(BUSY)
  held.release()
  expect(await refusal(ping(small))).toBeNull()
})

test('an unreachable or silent server is a transient error', async () => {
  expect(await refusal(ping(open('postgres://a:b@nowhere.invalid/c')))).toMatchObject(BUSY)
  expect(await refusal(ping(open('postgres://a:b@127.0.0.1:1/c')))).toMatchObject(BUSY)

  const mute = createServer(() => undefined)
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const address = mute.address()
  const port = typeof address === 'object' ? address?.port : 0
  const silent = open(`postgres://a:b@127.0.0.1:${port}/c`, { connectMs: 50 })
  expect(await refusal(ping(silent))).toMatchObject(BUSY)
  mute.close()
})

test.each(['ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'EPIPE'])(
  'so it is for what a network says: %s',
  async (code) => {
    expect(asAppError(Object.assign(new Error(code), { code }))).toMatchObject(BUSY)
  },
)

test('a connection lost between two statements of a transaction is transient', async () => {
  const work = transaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await other.end()
    await ping(tx)
  })
  expect(await refusal(work)).toMatchObject(BUSY)
})

test('a connection over a network that drops packets ends after its time limit', async () => {
  const one = open(network.url, { max: 1, statementMs: 200, silentMs: 400 })
  await ping(one)
  network.drop('open')
  expect(await refusal(ping(one))).toMatchObject(BUSY)
  // The pool opens a new connection for the next query.
  expect(await refusal(ping(one))).toBeNull()

  // Also within a transaction, which can no longer be committed or rolled back.
  const work = transaction(one, async (tx) => {
    network.drop('open')
    await ping(tx)
  })
  expect(await refusal(work)).toMatchObject(BUSY)
  expect(await refusal(ping(one))).toBeNull()
})
