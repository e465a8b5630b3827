import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { lossyNetwork } from '../../test/lossy-network.ts'
import type { Deps } from '../deps.ts'
import { createDb, createPool, poolOf, transaction } from './db.ts'
import { LANES } from './jobs/lanes.ts'
import { runDueJobs, startWorker } from './jobs/start-worker.ts'
import { addJob, defineJob, defineMailJob, defineMoneyJob } from './jobs.ts'
import type { Mailer } from './mail/mailer.ts'

const { db, url } = await testDatabase()
const deps = { db, log: pino({ level: 'silent' }), jobLanes: new Map() } as Partial<Deps> as Deps

test('a job exists only if its transaction commits, and gets its parsed payload', async () => {
  const received = Promise.withResolvers<unknown>()
  const greet = defineJob('greet', z.object({ name: z.string().trim() }), async (_deps, payload) =>
    received.resolve(payload),
  )
  const runner = await startWorker(deps, [greet])
  await expect(
    transaction(db, async (tx) => {
      await addJob(tx, greet, { name: 'never' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await transaction(db, (tx) => addJob(tx, greet, { name: '  Ana ' }))
  expect(await received.promise).toEqual({ name: 'Ana' })
  await runner.stop()
  expect(await jobCount()).toBe(0)
})

test('stopping lets running jobs finish and leaves waiting ones queued', async () => {
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let ended = false
  const slow = defineJob('slow', z.object({}), async () => {
    started.resolve()
    await mayEnd.promise
    ended = true
  })
  const later = defineJob('later', z.object({}), async () => undefined)
  const runner = await startWorker(deps, [slow, later])
  await transaction(db, async (tx) => {
    await addJob(tx, slow, {})
    await addJob(tx, later, {}, { runAt: new Date(Date.now() + 3_600_000) })
  })
  await started.promise
  const stopped = runner.stop()
  mayEnd.resolve()
  await stopped
  expect(ended).toBe(true)
  expect(await jobCount()).toBe(1)
})

test('jobs with the same key replace each other', async () => {
  const keyed = defineJob('keyed', z.object({ n: z.number() }), async () => undefined)
  const before = await jobCount()
  for (const n of [1, 2, 3]) await transaction(db, (tx) => addJob(tx, keyed, { n }, { jobKey: 'one' }))
  expect(await jobCount()).toBe(before + 1)
})

test('a job that is added again keeps its time when asked to', async () => {
  const keyed = defineJob('keyed-in-time', z.object({ n: z.number() }), async () => undefined)
  const [first, second] = [new Date('2030-01-01T12:00:00Z'), new Date('2030-01-02T12:00:00Z')]
  const add = (n: number, runAt: Date, keepsTime: boolean) =>
    transaction(db, (tx) => addJob(tx, keyed, { n }, { jobKey: 'in-time', runAt, keepsTime }))
  const stored = async () => {
    const { rows } = await poolOf(db).query<{ n: number; run_at: Date }>(
      "select (payload ->> 'n')::int as n, run_at from graphile_worker._private_jobs where key = 'in-time'",
    )
    return rows
  }
  await add(1, first, true)
  await add(2, second, true)
  expect(await stored()).toEqual([{ n: 2, run_at: first }])
  await add(3, second, false)
  expect(await stored()).toEqual([{ n: 3, run_at: second }])
  await poolOf(db).query("delete from graphile_worker._private_jobs where key = 'in-time'")
})

test('a job locked by a dead process runs again', async () => {
  const ran = Promise.withResolvers<void>()
  const held = defineJob('held', z.object({}), async () => ran.resolve())
  await transaction(db, (tx) => addJob(tx, held, {}))
  await poolOf(db).query(`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead',
    locked_at = now() - interval '1 minute' where task_id = (select id from graphile_worker._private_tasks where identifier = 'held')`)
  const runner = await startWorker(deps, [held])
  await ran.promise
  await runner.stop()
})

test('a job past its time limit frees its slot and is retried', async () => {
  const stuck = defineJob('stuck', z.object({}), () => new Promise(() => undefined), { timeLimitMs: 50 })
  const ran = Promise.withResolvers<void>()
  const next = defineJob('next', z.object({}), async () => ran.resolve())
  const ids = await transaction(db, async (tx) => {
    for (let i = 0; i < LANES.upkeep.slots; i++) await addJob(tx, stuck, {})
    await addJob(tx, next, {}, { runAt: new Date(Date.now() + 1) })
    return tx
      .selectNoFrom(
        sql<number[]>`array(select id from graphile_worker.jobs where task_identifier = 'stuck')`.as('ids'),
      )
      .executeTakeFirstOrThrow()
  })
  const runner = await startWorker(deps, [stuck, next])
  await ran.promise
  const failures = async () => {
    const { rows } = await poolOf(db).query(
      'select distinct attempts, last_error, run_at > now() as later from graphile_worker._private_jobs where id = any ($1)',
      [ids.ids],
    )
    return rows
  }
  // Polled: failures are recorded in a batch of their own.
  await expect
    .poll(failures)
    .toEqual([{ attempts: 1, last_error: 'stuck took longer than 50 ms', later: true }])
  await poolOf(db).query('delete from graphile_worker._private_jobs where id = any ($1)', [ids.ids])
  await runner.stop()
})

test('a hanging job does not block other lanes', async () => {
  const mayEnd = Promise.withResolvers<void>()
  const hangs = defineMailJob('hangs', z.object({}), () => mayEnd.promise)
  const ran = Promise.withResolvers<void>()
  const pays = defineMoneyJob('pays', z.object({}), async () => ran.resolve())
  await transaction(db, async (tx) => {
    for (let i = 0; i < 20; i++) await addJob(tx, hangs, {})
    await addJob(tx, pays, {})
  })
  const runner = await startWorker(deps, [hangs, pays])
  await ran.promise
  mayEnd.resolve()
  await runner.stop()
  await poolOf(db).query('delete from graphile_worker._private_jobs')
})

test('jobs with lower priority run last', async () => {
  const order: string[] = []
  const soon = defineMoneyJob('soon', z.object({}), async () => void order.push('soon'))
  const later = defineMoneyJob('in-time', z.object({}), async () => void order.push('later'), { later: true })
  await transaction(db, async (tx) => {
    await addJob(tx, later, {})
    await addJob(tx, soon, {})
  })
  await runDueJobs(deps, [later, soon])
  expect(order).toEqual(['soon', 'later'])
})

test('only jobs of the mail lane can send mail', async () => {
  const sent: string[] = []
  const message = { to: 'ana@exemplo.test', subject: 'Oi', html: '', text: '' }
  const mailer: Mailer = { send: async ({ to }) => void sent.push(to) }
  const misplaced = defineJob('misplaced', z.object({}), ({ mailer }) => mailer.send(message))
  const placed = defineMailJob('placed', z.object({}), ({ mailer }) => mailer.send(message))
  await transaction(db, (tx) => addJob(tx, misplaced, {}))
  await transaction(db, (tx) => addJob(tx, placed, {}))
  await runDueJobs({ ...deps, mailer }, [misplaced, placed])
  expect(sent).toEqual(['ana@exemplo.test'])
  await expect.poll(() => lastErrors()).toEqual(['misplaced sends mail: it has to be made by defineMailJob'])
  await poolOf(db).query('delete from graphile_worker._private_jobs')
})

describe('a runner whose connections are lost', { timeout: 60_000 }, () => {
  const POLLING = { timeout: 20_000, interval: 20 }
  const cut = () =>
    poolOf(db).query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('largada-jobs', 'largada-job-names')`)
  const state = () => deps.jobLanes.get('upkeep')?.state

  test('is replaced, and every job is done', async () => {
    const done = new Set<number>()
    const count = defineJob('count', z.object({ n: z.number() }), async (_deps, { n }) => void done.add(n))
    const runner = await startWorker(deps, [count])
    for (let n = 0; n < 200; n++) {
      await transaction(db, (tx) => addJob(tx, count, { n }))
      if (n % 40 === 20) await cut()
    }
    await expect.poll(() => done.size, POLLING).toBe(200)
    // A job whose completion could not be recorded runs again.
    await expect.poll(jobCount, POLLING).toBe(0)
    await expect.poll(state, POLLING).toBe('running')
    await runner.stop()
  })

  interface Losing {
    /** The text of the first request whose answer is lost. */
    request: string
    jobs: number
    /** Jobs end only after it. */
    endAfter?: boolean
  }

  /** Runs jobs while an answer is lost; returns their attempts. */
  async function runLosing({ request, jobs, endAfter = false }: Losing): Promise<number[]> {
    const network = await lossyNetwork(url)
    onTestFinished(network.stop)
    const through = createDb(createPool(network.url))
    onTestFinished(() => through.destroy())
    const lost = network.loseAnswer(request)
    const attempts: number[] = []
    const counts = defineJob('counts', z.object({ n: z.number() }), async (_deps, { n }) => {
      const { rows } = await poolOf(db).query<{ attempts: number }>(
        "select attempts from graphile_worker._private_jobs where payload ->> 'n' = $1::text",
        [n],
      )
      attempts.push(rows[0]?.attempts ?? 0)
      if (endAfter) await lost
    })
    for (let n = 0; n < jobs; n++) await transaction(db, (tx) => addJob(tx, counts, { n }))
    const runner = await startWorker({ ...deps, db: through }, [counts])
    onTestFinished(() => runner.stop())
    await lost
    await expect.poll(jobCount, POLLING).toBe(0)
    return attempts
  }

  test('a job that was taken, the answer lost, is not left', async () => {
    // As many as are taken at once, and none ends before: whichever answer is lost had one.
    const attempts = await runLosing({ request: 'get_job/', jobs: LANES.upkeep.slots, endAfter: true })
    expect(attempts).toContain(2)
  })

  test('a job that was recorded as done, the answer lost, is not done again', async () => {
    // Alone: another one, whose record the end of the runner cuts off, would run again.
    expect(await runLosing({ request: 'complete_job', jobs: 1 })).toEqual([1])
  })

  test('is replaced also when no answer was waited for', async () => {
    const runner = await startWorker(deps, [defineJob('rests', z.object({}), async () => undefined)])
    onTestFinished(() => runner.stop())
    const listening = async () => {
      const { rows } = await poolOf(db).query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%'",
      )
      return rows.map(({ pid }) => pid)
    }
    await expect.poll(listening, POLLING).toHaveLength(1)
    await expect.poll(state, POLLING).toBe('running')
    const since = deps.jobLanes.get('upkeep')?.since
    await poolOf(db).query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await listening()])
    await expect.poll(() => deps.jobLanes.get('upkeep')?.since, POLLING).not.toEqual(since)
    await expect.poll(state, POLLING).toBe('running')
  })

  test('reports restarting until it works again', async () => {
    const ran = Promise.withResolvers<void>()
    const held = defineJob('waits', z.object({}), async () => ran.resolve())
    const runner = await startWorker(deps, [held])
    await expect.poll(state, POLLING).toBe('running')
    await transaction(db, (tx) => addJob(tx, held, {}, { runAt: new Date(Date.now() + 500) }))
    await poolOf(db).query('alter table graphile_worker._private_jobs rename to elsewhere')
    await expect.poll(state, POLLING).toBe('restarting')
    await poolOf(db).query('alter table graphile_worker.elsewhere rename to _private_jobs')
    await ran.promise
    await expect.poll(state, POLLING).toBe('running')
    await runner.stop()
  })
})

async function lastErrors(): Promise<string[]> {
  const { rows } = await poolOf(db).query<{ last_error: string }>(
    'select last_error from graphile_worker._private_jobs where last_error is not null',
  )
  return rows.map(({ last_error }) => last_error)
}

async function jobCount(): Promise<number> {
  const { rows } = await poolOf(db).query<{ count: number }>('select count(*) from graphile_worker.jobs')
  return rows[0]?.count ?? -1
}
