import { sql } from 'kysely'
import type { z } from 'zod'
import type { Lane } from '#contract/backoffice/operations.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from './db.ts'
import { withCurrentOrigin } from './origin.ts'

/** Durable work, executed at least once and retried with growing pauses: `run` must be idempotent. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string
  payload: S
  run(deps: Deps, payload: z.output<S>): Promise<void>
  lane: Lane
  /** Lower numbers run first within a lane. */
  priority: number
  /** Overrides the lane's limit. */
  timeLimitMs: number | undefined
}

/** A scheduled job. `match` is a cron pattern in UTC; the job's payload schema must accept `{}`. */
export interface Cron {
  job: Job
  match: string
}

interface JobOptions {
  /** Lowest priority in its lane: nobody waits for it. */
  later?: boolean
  timeLimitMs?: number
}

interface AddOptions {
  runAt?: Date
  /** At most one waiting job per key: adding another replaces it. */
  jobKey?: string
  /** The time of the waiting job of this key stays: so many changes make one message. */
  keepsTime?: boolean
  /** Default 25: some three days of retries. */
  maxAttempts?: number
}

const LATER = 10

const definer =
  (lane: Lane) =>
  <S extends z.ZodType>(
    name: string,
    payload: S,
    run: Job<S>['run'],
    { later = false, timeLimitMs }: JobOptions = {},
  ): Job<S> => ({ name, payload, run, lane, priority: later ? LATER : 0, timeLimitMs })

/** Jobs that change payments or spots. */
export const defineMoneyJob = definer('money')
/** Jobs that send e-mail; `deps.mailer` throws in all others. */
export const defineMailJob = definer('mail')
/** Scheduled jobs and background maintenance. */
export const defineJob = definer('upkeep')

/** Enqueues a job in the transaction of the change it belongs to (transactional outbox). */
export async function addJob<S extends z.ZodType>(
  tx: Tx,
  job: Pick<Job<S>, 'name' | 'payload'> & Partial<Pick<Job<S>, 'priority'>>,
  payload: z.input<S>,
  { runAt, jobKey, keepsTime = false, maxAttempts }: AddOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job.name}, payload => ${JSON.stringify(withCurrentOrigin(payload))}::json, run_at => ${runAt ?? null}::timestamptz,
    job_key => ${jobKey ?? null}::text, max_attempts => ${maxAttempts ?? null}::int, priority => ${job.priority ?? null}::int,
    job_key_mode => ${keepsTime ? 'preserve_run_at' : null}::text)`.execute(tx)
}
