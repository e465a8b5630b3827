import { setTimeout as wait } from 'node:timers/promises'
import { type JobHelpers, parseCronItems, runOnce, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { JobQueue } from '#contract/backoffice/operations.ts'
import type { Deps } from '#server/deps.ts'
import { requireRightClock } from '../clock-drift.ts'
import { directUrlOf, poolOf } from '../db.ts'
import type { Cron, Job } from '../jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from '../tracing.ts'
import { runInContext, storedContext } from '../work-context.ts'
import { JOB_QUEUES } from './queues.ts'
import { keepRunning, workerLogger } from './runner.ts'
import { keepRunnerLocks } from './runner-locks.ts'

export interface JobRunner {
  stop(): Promise<void>
}

export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  crons: readonly Cron[] = [],
): Promise<JobRunner> {
  const { log } = deps
  const url = directUrlOf(deps.db)
  const locks = await keepRunnerLocks(url, log)
  const queues = JobQueue.options.map((queue) => {
    const ofQueue = jobs.filter((job) => job.queue === queue)
    if (ofQueue.length === 0) return null
    return keepRunning({
      queue,
      locks,
      log,
      url,
      tasks: taskList(deps, ofQueue, new Set(crons.map(({ job }) => job.name))),
      crons: cronItems(crons.filter(({ job }) => job.queue === queue)),
      slots: JOB_QUEUES[queue].slots,
      onState(state) {
        if (deps.jobQueues.get(queue)?.state !== state)
          deps.jobQueues.set(queue, { state, since: new Date() })
      },
    })
  })
  return {
    async stop() {
      await Promise.all(queues.map((queue) => queue?.stop()))
      await locks.stop()
    },
  }
}

/** Runs due jobs, including those they enqueue. Failed jobs wait for their retry. */
export async function runDueJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  await runOnce({
    pgPool: poolOf(deps.db),
    taskList: taskList(deps, jobs),
    noHandleSignals: true,
    logger: workerLogger(deps.log),
  })
}

/** Cron jobs have a job key, so that each waits at most once, however long its queue is blocked. */
const cronItems = (crons: readonly Cron[]) =>
  parseCronItems(
    crons.map(({ job, match }) => ({
      task: job.name,
      match,
      identifier: job.name,
      options: { jobKey: `cron:${job.name}`, priority: job.priority },
    })),
  )

/** `scheduled` names the jobs that act on what a date has ended; they run only when the clock is right. */
const taskList = (deps: Deps, jobs: readonly Job[], scheduled: ReadonlySet<string> = new Set()): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, helpers: JobHelpers) =>
        inJobContext(deps.tracing, job, { payload, id: helpers.job.id }, async () => {
          if (scheduled.has(job.name)) await withRightClock(deps)
          if (job.queue === 'mail' && job.priority >= 0) await yieldToRegistrations(deps)
          await unlessReplaced(deps, helpers.job, () =>
            measured(deps.metrics, job, helpers.job, () =>
              withinLimit(job, job.run(depsOf(deps, job, helpers.job), job.payload.parse(payload))),
            ),
          )
        }),
    ]),
  )

/**
 * A job that is added while one with its key runs replaces it: graphile-worker then takes the key from the
 * running job and does not retry it. If that one fails, it would be left as failed for good.
 */
async function unlessReplaced(
  { db, log }: Deps,
  { id, key }: JobHelpers['job'],
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (key === null) throw error
    const { rows } = await sql`select from graphile_worker.jobs where id = ${id} and key is null`.execute(db)
    if (rows.length === 0) throw error
    log.warn({ err: error, id }, 'job failed after it was replaced')
  }
}

async function measured(
  { jobWaits, jobSeconds }: Metrics,
  { name: task }: Job,
  { run_at: due }: JobHelpers['job'],
  run: () => Promise<void>,
): Promise<void> {
  jobWaits.observe({ task }, Math.max(0, Date.now() - new Date(due).getTime()) / 1000)
  const end = jobSeconds.startTimer({ task })
  await run().finally(end)
}

/** A job waits at most this long, in milliseconds, so that a long rush does not stop e-mails. */
const LONGEST_YIELD_MS = 1_000
const YIELD_STEP_MS = 50

async function yieldToRegistrations({ registrationQueue }: Deps): Promise<void> {
  for (
    let waitedMs = 0;
    waitedMs < LONGEST_YIELD_MS && registrationQueue.oldestMs() > 0;
    waitedMs += YIELD_STEP_MS
  )
    await wait(YIELD_STEP_MS)
}

async function withRightClock({ db, clock, log }: Deps): Promise<void> {
  try {
    await requireRightClock(db, clock)
  } catch (error) {
    log.error({ err: error }, 'a scheduled job does not run')
    throw error
  }
}

/** In the context of the request that enqueued it: same request id in the log, same trace. */
async function inJobContext(
  tracing: Tracing | null,
  { name }: Job,
  { payload, id }: { payload: unknown; id: string },
  run: () => Promise<void>,
): Promise<void> {
  const { reqId, traceparent } = storedContext(payload)
  const span = tracing?.start(`job ${name}`, { kind: 'consumer', parent: traceparent })
  let failed = true
  try {
    await runInContext({ reqId: reqId ?? `job-${id}`, span }, run)
    failed = false
  } finally {
    span?.end({}, failed)
  }
}

/**
 * Only mail jobs may send mail: a slow mail server must not block other jobs. The nth message of a job keeps
 * its Message-ID when the job runs again, so that mail programs join what was sent twice.
 */
function depsOf(deps: Deps, { name, queue }: Job, { id, created_at }: JobHelpers['job']): Deps {
  if (queue === 'mail') {
    let sent = 0
    const send: Mailer['send'] = (message) => {
      // After a restore another job may get the same id.
      const job = `${id}.${new Date(created_at).getTime().toString(36)}.${++sent}`
      return deps.mailer.send({ ...message, messageId: `${job}@${new URL(deps.config.publicUrl).hostname}` })
    }
    return { ...deps, mailer: { send } }
  }
  const send = async () => {
    throw new Error(`${name} sends mail: it has to be made by defineMailJob`)
  }
  return { ...deps, mailer: { send } }
}

async function withinLimit({ name, queue, timeLimitMs }: Job, run: Promise<void>): Promise<void> {
  const limitMs = timeLimitMs ?? JOB_QUEUES[queue].timeLimitMs
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${name} took longer than ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([run, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
