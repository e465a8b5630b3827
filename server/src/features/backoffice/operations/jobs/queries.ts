import { type RawBuilder, sql } from 'kysely'
import type { JOB_STATES } from '#contract/backoffice/operations.ts'
import { PAYMENT_GATEWAYS } from '#server/gateway-config.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { accountsOf } from '../../queries.ts'
import { parseSearch, type RecordSearch } from '../record-search.ts'

type JobState = (typeof JOB_STATES)[number]

/** Jobs of a crashed worker count as waiting until their lock is released. */
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

interface Filter {
  state: JobState
  event_id?: number | undefined
  search?: string | undefined
}

/** SQL: an id in the job's payload. */
const given = (name: 'eventId' | 'userId' | 'registrationId' | 'paymentId' | 'refundId') =>
  sql`(jobs.payload ->> ${sql.lit(name)})::bigint`

const about = (
  table: 'registrations' | 'payments' | 'refunds',
  id: 'registrationId' | 'paymentId' | 'refundId',
  condition: RawBuilder<unknown>,
) => sql`exists (select from ${sql.table(table)} t where t.id = ${given(id)} and ${condition})`

const or = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

function ofEvent(eventId: number): RawBuilder<boolean> {
  const condition = sql`t.event_id = ${eventId}`
  return or([
    sql`${given('eventId')} = ${eventId}`,
    about('registrations', 'registrationId', condition),
    about('payments', 'paymentId', condition),
    about('refunds', 'refundId', condition),
  ])
}

function ofSearch(parsed: RecordSearch): RawBuilder<boolean> {
  if (parsed.kind === 'number')
    return or([
      sql`jobs.id = ${parsed.number}`,
      sql`exists (select from json_each_text(jobs.payload) given where given.value = ${String(parsed.number)})`,
      sql`exists (select from payment_items t where t.registration_id = ${parsed.number} and t.payment_id = ${given('paymentId')})`,
    ])
  if (parsed.kind === 'charge') {
    const isCharge = sql`provider = any (${PAYMENT_GATEWAYS}::text[]) and charge_id = ${parsed.chargeId}`
    return or([
      about('payments', 'paymentId', isCharge),
      about(
        'refunds',
        'refundId',
        sql`exists (select from payments where id = t.payment_id and ${isCharge})`,
      ),
    ])
  }
  const accounts = sql`array(select id from users where ${accountsOf(parsed.patterns)})`
  return or([
    sql`${given('userId')} = any (${accounts})`,
    about('registrations', 'registrationId', sql`t.responsible_user_id = any (${accounts})`),
    about('payments', 'paymentId', sql`t.payer_user_id = any (${accounts})`),
  ])
}

function passing({ state, event_id, search }: Filter): RawBuilder<boolean> {
  const parsed = parseSearch(search)
  const conditions = [
    IN_STATE[state],
    ...(event_id === undefined ? [] : [ofEvent(event_id)]),
    ...(parsed ? [ofSearch(parsed)] : []),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Next due first; failed ones latest first. */
export async function listJobs(
  db: Db,
  filter: Filter,
  { page, per_page }: { page: number; per_page: number },
): Promise<StoredJob[]> {
  const order = filter.state === 'failed' ? sql`jobs.updated_at desc` : sql`jobs.run_at`
  const { rows } = await sql<StoredJob>`
    select jobs.id, tasks.identifier as task, jobs.payload, jobs.attempts, jobs.max_attempts, jobs.created_at,
      jobs.run_at, jobs.last_error, jobs.locked_at is not null as running
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where ${passing(filter)}
    order by ${order}, jobs.id
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  return rows
}

export async function countJobsIn(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker._private_jobs jobs where ${passing(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Null when the job is done or never existed. */
export async function findJobTask(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ task: string }>`
    select tasks.identifier as task from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where jobs.id = ${id}`.execute(db)
  return rows[0]?.task ?? null
}

/** Returns false while the job runs. */
export async function rescheduleJob(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0::smallint)
  `.execute(tx)
  return rows.length > 0
}

/** Retries all jobs that have no attempts left. Returns their number. */
export async function rescheduleFailedJobs(tx: Tx): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where ${IN_STATE.failed}), run_at => now(), attempts => 0::smallint
    )`.execute(tx)
  return rows.length
}

/** Returns false while the job runs. */
export async function removeJob(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
  return rows.length > 0
}

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
