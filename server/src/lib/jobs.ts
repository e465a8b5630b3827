import { EventEmitter } from 'node:events'
import { parseCronItems, run, runOnce, type TaskList, type WorkerPool } from 'graphile-worker'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { poolOf, type Tx } from './db.ts'
import { workerLogger } from './jobs/logger.ts'
import { rescueJobs } from './jobs/rescue.ts'

/** How many jobs one process runs at a time. */
const CONCURRENCY = 4

/** Work that survives the process: at least once, retried with growing pauses, so `run` must bear being called twice. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string
  payload: S
  run(deps: Deps, payload: z.output<S>): Promise<void>
}

/** A job that the clock starts. `match` is a cron pattern in UTC; the job's payload schema must accept `{}`. */
export interface Cron {
  job: Job
  match: string
}

interface AddOptions {
  runAt?: Date
  /** One waiting job per key: adding again replaces it. */
  jobKey?: string
  /** Default 25: some three days of retries. */
  maxAttempts?: number
}

export const defineJob = <S extends z.ZodType>(name: string, payload: S, run: Job<S>['run']): Job<S> => ({
  name,
  payload,
  run,
})

/** Enqueues inside the transaction: the job exists if and only if the change does. This is the outbox. */
export async function addJob<S extends z.ZodType>(
  tx: Tx,
  job: Pick<Job<S>, 'name' | 'payload'>,
  payload: z.input<S>,
  { runAt, jobKey, maxAttempts }: AddOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job.name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    job_key => ${jobKey ?? null}::text, max_attempts => ${maxAttempts ?? null}::int)`.execute(tx)
}

export interface JobRunner {
  /** Takes no more jobs and answers when those that run are done. */
  stop(): Promise<void>
}

export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  crons: readonly Cron[] = [],
): Promise<JobRunner> {
  const pool = poolOf(deps.db)
  const events = new EventEmitter()
  const name = new Promise<string>((resolve) =>
    events.once('pool:create', (event: { workerPool: WorkerPool }) => resolve(event.workerPool.id)),
  )
  // Who failed and how often, never the payload: it may name a person.
  events.on('job:error', ({ job, error }) =>
    deps.log.warn(
      { err: error, job: job.task_identifier, attempt: job.attempts },
      'job failed, will be retried',
    ),
  )
  events.on('job:failed', ({ job, error }) =>
    deps.log.error({ err: error, job: job.task_identifier, id: job.id }, 'job failed for good'),
  )

  const runner = await run({
    pgPool: pool,
    taskList: taskList(deps, jobs),
    parsedCronItems: parseCronItems(
      crons.map(({ job, match }) => ({ task: job.name, match, identifier: job.name })),
    ),
    concurrency: CONCURRENCY,
    // Batches of whatever is there at once: unlike single answers, they are waited for when the worker stops.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    events,
    logger: workerLogger(deps.log),
  })
  const rescue = rescueJobs(pool, await name, deps.log)

  return {
    async stop() {
      await runner.stop()
      await rescue.stop()
    },
  }
}

/** Runs what is due, and what that enqueues, and answers when nothing is left to do now. What fails stays for later. */
export async function runDueJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  await runOnce({
    pgPool: poolOf(deps.db),
    taskList: taskList(deps, jobs),
    noHandleSignals: true,
    logger: workerLogger(deps.log),
  })
}

const taskList = (deps: Deps, jobs: readonly Job[]): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [job.name, async (payload: unknown) => job.run(deps, job.payload.parse(payload))]),
  )
