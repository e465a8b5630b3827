import { sql } from 'kysely'
import type { z } from 'zod'
import type { JobQueue } from '#contract/backoffice/operations.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from './db.ts'
import type { Subscription } from './outbox.ts'
import { withCurrentContext } from './work-context.ts'

/** Durable work, executed at least once and retried with exponential backoff: `run` must be idempotent. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string
  payload: S
  run(deps: Deps, payload: z.output<S>): Promise<void>
  queue: JobQueue
  priority: number
  timeLimitMs: number | undefined
  subscriptions: readonly Subscription[]
}

/** `match` is a cron pattern in UTC; the job's payload schema must accept `{}`. */
export interface Cron {
  job: Job
  match: string
}

interface JobOptions<S extends z.ZodType> {
  /** `high` runs before everything else in its queue; `low` is for work that nobody waits for. */
  priority?: keyof typeof PRIORITIES
  timeLimitMs?: number
  subscriptions?: readonly Subscription<z.input<S> & object>[]
}

interface AddOptions {
  runAt?: Date
  /** At most one job per key waits: adding another replaces it. */
  jobKey?: string
  /** Keeps the `runAt` of the waiting job with this key, so that many changes result in one message. */
  keepsTime?: boolean
  /** Default 25: about three days of retries. */
  maxAttempts?: number
}

const PRIORITIES = { high: -10, normal: 0, low: 10 }

/** After this time a long job enqueues its next run, so that a backlog does not delay a shutdown. */
export const RUN_MS = 10_000

const definer =
  (queue: JobQueue) =>
  <S extends z.ZodType>(
    name: string,
    payload: S,
    run: Job<S>['run'],
    { priority = 'normal', timeLimitMs, subscriptions = [] }: JobOptions<S> = {},
  ): Job<S> => ({ name, payload, run, queue, priority: PRIORITIES[priority], timeLimitMs, subscriptions })

/** Changes payments or spots. */
export const defineMoneyJob = definer('money')
/** Sends e-mail; `deps.mailer` throws in all other jobs. */
export const defineMailJob = definer('mail')
/** Scheduled jobs and maintenance. */
export const defineJob = definer('upkeep')

/** Call it in the transaction of the change that causes the job (transactional outbox). */
export async function addJob<S extends z.ZodType>(
  tx: Tx,
  job: Pick<Job<S>, 'name' | 'payload'> & Partial<Pick<Job<S>, 'priority'>>,
  payload: z.input<S>,
  { runAt, jobKey, keepsTime = false, maxAttempts }: AddOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job.name}, payload => ${JSON.stringify(withCurrentContext(payload))}::json, run_at => ${runAt ?? null}::timestamptz,
    job_key => ${jobKey ?? null}::text, max_attempts => ${maxAttempts ?? null}::int, priority => ${job.priority ?? null}::int,
    job_key_mode => ${keepsTime ? 'preserve_run_at' : null}::text)`.execute(tx)
}

/** Like `addJob`, in one statement for any number of jobs. Of jobs with the same key, only the last is added. */
export async function addJobs<S extends z.ZodType>(
  tx: Tx,
  job: Pick<Job<S>, 'name' | 'payload'> & Partial<Pick<Job<S>, 'priority'>>,
  jobs: readonly { payload: z.input<S>; jobKey: string; runAt?: Date }[],
): Promise<void> {
  if (jobs.length === 0) return
  const rows = new Map(
    jobs.map(({ payload, jobKey, runAt }) => [
      jobKey,
      { payload: withCurrentContext(payload), job_key: jobKey, run_at: runAt },
    ]),
  )
  await sql`
    select graphile_worker.add_jobs(array_agg(
      row (${job.name}, j.payload, null, j.run_at, null, j.job_key, ${job.priority ?? null}::int, null)::graphile_worker.job_spec
    ))
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as j (payload json, job_key text, run_at timestamptz)`.execute(
    tx,
  )
}
