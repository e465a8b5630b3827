import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

export interface TaskCount {
  task: string
  /** Ready to run and not running. */
  due: number
  running: number
  failed: number
  /** Seconds for which the oldest one has been due. */
  oldest: number
}

export async function countJobsByTask(db: Db): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`
    select tasks.identifier as task,
      (count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))::int as due,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed,
      coalesce(extract(epoch from now() - min(run_at)
        filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as oldest
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    group by tasks.identifier`.execute(db)
  return rows
}

export interface Backlog {
  /** Messages of gateways that are stored and not applied yet. */
  messages: number
  /** Seconds since the oldest of them came. */
  oldestMessage: number
  /** Refunds that the gateway will not do by itself. */
  refunds: number
  /** Pending payments whose charge the gateway has not created yet. */
  charges: number
}

export async function countBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select messages.n as messages, messages.oldest as "oldestMessage",
      (select count(*)::int from refunds where status = 'needs_person') as refunds,
      (select count(*)::int from payments where status = 0 and charge_id is null) as charges
    from (
      select count(*)::int as n, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
      from gateway_messages where handled_at is null
    ) messages`.execute(db)
  return rows[0] ?? { messages: 0, oldestMessage: 0, refunds: 0, charges: 0 }
}
