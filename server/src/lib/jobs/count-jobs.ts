import { sql } from 'kysely'
import type { Db } from '../db.ts'

export interface TaskCount {
  task: string
  due: number
  running: number
  failed: number
  oldest: number
  /** Seconds since the first failure of the job that has been failing for longest; waits included. */
  failing: number
}

export async function countJobsByTask(db: Db): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`
    select tasks.identifier as task,
      (count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))::int as due,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed,
      coalesce(extract(epoch from now() - min(run_at)
        filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as oldest,
      coalesce(max(extract(epoch from now() - run_at) + pauses.seconds)
        filter (where failures > 0 and attempts < max_attempts), 0)::float8 as failing
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    -- A job counts its attempts when it starts. After its nth failure graphile-worker lets it wait for e^n
    -- seconds, at most e^10: the first failure lies before run_at by all its pauses.
    cross join lateral (select attempts - (locked_at is not null)::int as failures) tried
    cross join lateral (
      select coalesce(sum(exp(least(n, 10))), 0) as seconds from generate_series(1, failures) n
    ) pauses
    group by tasks.identifier`.execute(db)
  return rows
}
