import { sql } from 'kysely'
import type { z } from 'zod'
import type { Lane } from '#contract/backoffice/operations.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from './db.ts'

/** Work that survives the process: at least once, retried with growing pauses, so `run` must bear being called twice. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string
  payload: S
  run(deps: Deps, payload: z.output<S>): Promise<void>
  lane: Lane
  /** Within its lane lower numbers go first. */
  priority: number
  /** If not its lane's. */
  timeLimitMs: number | undefined
}

/** A job that the clock starts. `match` is a cron pattern in UTC; the job's payload schema must accept `{}`. */
export interface Cron {
  job: Job
  match: string
}

interface JobOptions {
  /** Nobody waits for it: what its lane has besides goes first. */
  later?: boolean
  timeLimitMs?: number
}

interface AddOptions {
  runAt?: Date
  /** One waiting job per key: adding again replaces it. */
  jobKey?: string
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

/** What moves money, or somebody's place. */
export const defineMoneyJob = definer('money')
/** What writes to people. The only jobs that can. */
export const defineMailJob = definer('mail')
/** What the clock starts, and whatever nobody waits for. */
export const defineJob = definer('upkeep')

/** Enqueues inside the transaction: the job exists if and only if the change does. This is the outbox. */
export async function addJob<S extends z.ZodType>(
  tx: Tx,
  job: Pick<Job<S>, 'name' | 'payload'> & Partial<Pick<Job<S>, 'priority'>>,
  payload: z.input<S>,
  { runAt, jobKey, maxAttempts }: AddOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job.name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    job_key => ${jobKey ?? null}::text, max_attempts => ${maxAttempts ?? null}::int, priority => ${job.priority ?? null}::int)`.execute(
    tx,
  )
}
