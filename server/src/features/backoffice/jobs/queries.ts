import { type RawBuilder, sql } from 'kysely'
import type { JOB_STATES } from '#contract/backoffice/operations.ts'
import type { Db, Tx } from '#server/lib/db.ts'

type JobState = (typeof JOB_STATES)[number]

/** A crashed worker's lock remains for a while: its jobs count as waiting until they are released. */
const IN_STATE: Record<JobState, RawBuilder<boolean>> = {
  failed: sql`locked_at is null and attempts >= max_attempts`,
  retrying: sql`locked_at is null and attempts > 0 and attempts < max_attempts`,
  waiting: sql`attempts < max_attempts and (attempts = 0 or locked_at is not null)`,
}

export interface StoredJob {
  id: number
  task: string
  payload: unknown
  attempts: number
  max_attempts: number
  created_at: Date
  run_at: Date
  last_error: string | null
  running: boolean
}

/** Next due first; failed ones latest first. */
export async function listJobs(
  db: Db,
  state: JobState,
  { page, per_page }: { page: number; per_page: number },
): Promise<StoredJob[]> {
  const order = state === 'failed' ? sql`jobs.updated_at desc` : sql`jobs.run_at`
  const { rows } = await sql<StoredJob>`
    select jobs.id, tasks.identifier as task, jobs.payload, jobs.attempts, jobs.max_attempts, jobs.created_at,
      jobs.run_at, jobs.last_error, jobs.locked_at is not null as running
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where ${IN_STATE[state]}
    order by ${order}, jobs.id
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  return rows
}

export async function countJobsIn(db: Db, state: JobState): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker._private_jobs jobs where ${IN_STATE[state]}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The task of a job; null when the job is done or never existed. */
export async function findJobTask(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ task: string }>`
    select tasks.identifier as task from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where jobs.id = ${id}`.execute(db)
  return rows[0]?.task ?? null
}

/** Makes a job due now with all its attempts; false while it runs. */
export async function rescheduleJob(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0::smallint)
  `.execute(tx)
  return rows.length > 0
}

/** Does the same for all jobs that used up their attempts; returns how many. */
export async function rescheduleFailedJobs(tx: Tx): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where ${IN_STATE.failed}), run_at => now(), attempts => 0::smallint
    )`.execute(tx)
  return rows.length
}

/** Removes a job; false while it runs. */
export async function removeJob(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
  return rows.length > 0
}

/** Whether an administrator already retried or discarded this job. */
export async function wasHandled(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('entity', '=', 'job')
    .where('entity_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
