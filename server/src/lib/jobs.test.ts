import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { testDatabase } from '#test/database.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { createDb, createPool, poolOf, transaction } from './db.ts'
import { JOB_QUEUES } from './jobs/queues.ts'
import { runDueJobs, startWorker } from './jobs/start-worker.ts'
import { addJob, defineJob, defineMailJob, defineMoneyJob } from './jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import { createMetrics } from './metrics.ts'

const { db, url } = await testDatabase()
const config = { publicUrl: 'https://corridas.exemplo.com.br' }
let isRegistering = false
const deps = {
  db,
  config,
  log: pino({ level: 'silent' }),
  jobQueues: new Map(),
  metrics: createMetrics(),
  registrationQueue: { oldestMs: () => (isRegistering ? 1 : 0) },
} as Partial<Deps> as Deps

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

test('a job replaces a waiting job with the same key', async () => {
  const keyed = defineJob('keyed', z.object({ n: z.number() }), async () => undefined)
  const before = await jobCount()
  for (const n of [1, 2, 3]) await transaction(db, (tx) => addJob(tx, keyed, { n }, { jobKey: 'one' }))
  expect(await jobCount()).toBe(before + 1)
})

test('a job that fails after it was replaced leaves the work to the other one', async () => {
  const runs: number[] = []
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const replaced = defineJob('replaced', z.object({ n: z.number() }), async (_deps, { n }) => {
    if (n === 1) {
      began.resolve()
      await mayEnd.promise
    }
    runs.push(n)
    if (n === 1) throw new Error('no')
  })
  const before = await jobCount()
  const runner = await startWorker(deps, [replaced])
  const add = (n: number) => transaction(db, (tx) => addJob(tx, replaced, { n }, { jobKey: 'replaced' }))
  await add(1)
  await began.promise
  await add(2)
  mayEnd.resolve()
  await expect.poll(() => [...runs].sort()).toEqual([1, 2])
  await runner.stop()
  expect(await jobCount()).toBe(before)
})

test('a job that is added again keeps its time when requested', async () => {
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

test('a job that exceeds its time limit frees its slot and is retried', async () => {
  const stuck = defineJob('stuck', z.object({}), () => new Promise(() => undefined), { timeLimitMs: 50 })
  const ran = Promise.withResolvers<void>()
  const next = defineJob('next', z.object({}), async () => ran.resolve())
  const ids = await transaction(db, async (tx) => {
    for (let i = 0; i < JOB_QUEUES.upkeep.slots; i++) await addJob(tx, stuck, {})
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
  // Polled, because failures are recorded in a separate batch.
  await expect
    .poll(failures)
    .toEqual([{ attempts: 1, last_error: 'stuck took longer than 50 ms', later: true }])
  await poolOf(db).query('delete from graphile_worker._private_jobs where id = any ($1)', [ids.ids])
  await runner.stop()
})

test('a hanging job does not block other queues', async () => {
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

test('while orders wait for an answer, e-mails wait a moment, but not urgent ones', async () => {
  const ran: string[] = []
  const news = defineMailJob('news', z.object({}), async () => void ran.push('news'))
  const urgent = defineMailJob('urgent', z.object({}), async () => void ran.push('urgent'), {
    priority: 'high',
  })
  isRegistering = true
  const runner = await startWorker(deps, [news, urgent])
  onTestFinished(() => runner.stop())
  await transaction(db, async (tx) => {
    await addJob(tx, news, {})
    await addJob(tx, urgent, {})
  })
  await expect.poll(() => ran).toEqual(['urgent'])
  isRegistering = false
  await expect.poll(() => ran).toEqual(['urgent', 'news'])
  isRegistering = true
  await transaction(db, (tx) => addJob(tx, news, {}))
  await expect.poll(() => ran, { timeout: 5_000 }).toEqual(['urgent', 'news', 'news'])
  isRegistering = false
})

test('jobs with lower priority run last', async () => {
  const order: string[] = []
  const soon = defineMoneyJob('soon', z.object({}), async () => void order.push('soon'))
  const later = defineMoneyJob('in-time', z.object({}), async () => void order.push('later'), {
    priority: 'low',
  })
  await transaction(db, async (tx) => {
    await addJob(tx, later, {})
    await addJob(tx, soon, {})
  })
  await runDueJobs(deps, [later, soon])
  expect(order).toEqual(['soon', 'later'])
})

test.each([
  ['a day ahead', 86_400_000],
  ['three minutes behind', -180_000],
])('a scheduled job does not run on a machine whose clock is %s of the database', async (_name, offsetMs) => {
  const ran: string[] = []
  const sweep = defineJob(`sweep-${offsetMs}`, z.object({}), async () => void ran.push('sweep'))
  const other = defineJob(`other-${offsetMs}`, z.object({}), async () => void ran.push('other'))
  const clock = { now: () => new Date(Date.now() + offsetMs) }
  const crons = [{ job: sweep, match: '0 0 1 1 *' }]
  await transaction(db, async (tx) => {
    await addJob(tx, sweep, {})
    await addJob(tx, other, {})
  })
  const wrong = await startWorker({ ...deps, clock }, [sweep, other], crons)
  await expect.poll(lastErrors).toEqual([expect.stringContaining("differs from the database's by")])
  await expect.poll(() => ran).toEqual(['other'])
  await wrong.stop()
  const soon = { now: () => new Date(Date.now() + 60_000) }
  await sql`update graphile_worker._private_jobs set run_at = now() where last_error is not null`.execute(db)
  const right = await startWorker({ ...deps, clock: soon }, [sweep, other], crons)
  await expect.poll(() => ran).toEqual(['other', 'sweep'])
  await right.stop()
})

test('the messages of a job that runs again keep their Message-IDs, and others have their own', async () => {
  const sent: (string | undefined)[] = []
  const mailer: Mailer = { send: async ({ messageId }) => void sent.push(messageId) }
  const message = { to: 'ana@exemplo.com.br', subject: '', html: '', text: '' }
  const twice = defineMailJob('twice', z.object({}), async ({ mailer }) => {
    await mailer.send(message)
    await mailer.send(message)
    if (sent.length === 2) throw new Error('the process died before the job was done')
  })
  const run = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'twice')`.execute(db)
    await runDueJobs({ ...deps, mailer }, [twice])
  }
  await transaction(db, (tx) => addJob(tx, twice, {}))
  await run()
  await run()
  await transaction(db, (tx) => addJob(tx, twice, {}))
  await run()
  const [first, second, ...later] = sent
  expect(first).toMatch(/^\d+\.[a-z\d]+\.1@corridas\.exemplo\.com\.br$/)
  expect(later.slice(0, 2)).toEqual([first, second])
  expect(new Set(sent).size).toBe(4)
})

test('only mail jobs can send mail', async () => {
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

describe('a runner whose connections are lost', { tags: 'operation', timeout: 60_000 }, () => {
  const POLLING = { timeout: 20_000, interval: 20 }
  const cut = () =>
    poolOf(db).query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('largada-jobs', 'largada-job-names')`)
  const state = () => deps.jobQueues.get('upkeep')?.state

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
    /** The text of the first request whose response is lost. */
    request: string
    jobs: number
    /** Jobs finish only after the response was lost. */
    endAfter?: boolean
  }

  /** Runs jobs while a response is lost; returns their attempts. */
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

  test('a job whose assignment is lost on the way to the runner runs again', async () => {
    const { slots } = JOB_QUEUES.upkeep
    // The name of the statement that fetches jobs.
    const attempts = await runLosing({ request: `get_job${slots}/`, jobs: slots, endAfter: true })
    expect(attempts).toContain(2)
  })

  test('a job recorded as done does not run again when the response is lost', async () => {
    // A single job: another one whose completion is cut off by the end of the runner would run again.
    expect(await runLosing({ request: 'complete_job', jobs: 1 })).toEqual([1])
  })

  test('is replaced when an idle connection is lost', async () => {
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
    const since = deps.jobQueues.get('upkeep')?.since
    await poolOf(db).query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await listening()])
    await expect.poll(() => deps.jobQueues.get('upkeep')?.since, POLLING).not.toEqual(since)
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
