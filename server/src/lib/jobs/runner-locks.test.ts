import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { poolOf } from '../db.ts'
import { keepRunnerLocks } from './runner-locks.ts'

const { db, url } = await testDatabase()
const locks = await keepRunnerLocks(url, pino({ level: 'silent' }))
afterAll(() => locks.stop())
const POLLING = { timeout: 10_000, interval: 20 }

/** Adds a job that a runner with that name took a minute ago. */
async function addTakenJob(name: string): Promise<void> {
  const { rows } = await poolOf(db).query("select id from graphile_worker.add_job('any')")
  await poolOf(db).query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute' where id = $2`,
    [name, rows[0]?.id],
  )
}

async function holders(): Promise<string[]> {
  const { rows } = await poolOf(db).query<{ locked_by: string }>(
    'select locked_by from graphile_worker._private_jobs where locked_by is not null order by 1',
  )
  return rows.map(({ locked_by }) => locked_by)
}

const SESSIONS =
  "pg_stat_activity where datname = current_database() and application_name = 'largada-job-names'"

/** Ends the lock session. The next one starts by releasing the jobs of names without a lock. */
const cut = () => poolOf(db).query(`select pg_terminate_backend(pid) from ${SESSIONS}`)

async function waitingSessions(): Promise<number> {
  const { rows } = await poolOf(db).query<{ count: number }>(
    `select count(*) from ${SESSIONS} and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? -1
}

test('a runner that ends or starts during a reconnection is not lost', { tags: 'operation' }, async () => {
  await locks.hold('ends')
  await addTakenJob('ends')

  const inTheWay = await poolOf(db).connect()
  await inTheWay.query('begin')
  await inTheWay.query('lock table graphile_worker._private_jobs in access exclusive mode')
  await cut()
  // The next connection locks the names it knew of, and waits until it can see the jobs.
  await expect.poll(waitingSessions, POLLING).toBe(1)
  const changed = [locks.release('ends'), locks.hold('starts')]
  await inTheWay.query('commit')
  inTheWay.release()
  await Promise.all(changed)

  expect(await holders()).toEqual([])
  // The job of the ended runner counts as abandoned; the job of the started one does not.
  await addTakenJob('ends')
  await addTakenJob('starts')
  await cut()
  await expect.poll(holders, POLLING).toEqual(['starts'])
})
