import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import { RUNNER_LOCKS } from '#server/lib/jobs/runner-locks.ts'
import { code } from '#server/lib/sql-codes.ts'

export interface Backlog {
  /** Messages of gateways that are stored and not applied yet. */
  messages: number
  /** Seconds since the oldest of these messages arrived. */
  oldestMessage: number
  /** Refunds that the gateway does not make, so that a person must. */
  refunds: number
  /** The sum in reais of the refunds that wait because the balance at the gateway is too low. */
  missingBalance: number
  /** 1 when a gateway rejected the API key within the last hour, otherwise 0. */
  keyRejected: number
  /** Payments of the last day that only a comparison with the gateway found paid: no message reported it. */
  withoutMessage: number
  /** Refunds that wait for the operator's authorization at the gateway. */
  refundsToAuthorize: number
  /** Payments whose state at the gateway could not be applied although money moved there. */
  refusedPayments: number
  /** Payments of which the gateway returned more than was owed within the last week. */
  unmatchedRefunds: number
  /** Calls of the last twelve hours to the gateway that was called most. */
  gatewayCalls: number
  /** Pending payments whose charge the gateway has not created yet. */
  charges: number
  /** Differences from the gateway that the comparisons of the last week could not correct. */
  differences: number
  /** Seconds since the last backup by `npm run backup`, or since the installation when there is none. */
  backupAge: number
}

/** The number of job queues that living processes serve; each process counts for itself. */
export async function countJobRunners(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct objid)::int as n from pg_locks
    where locktype = 'advisory' and classid = ${RUNNER_LOCKS}::int::oid and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select messages.n as messages, messages.oldest as "oldestMessage",
      (select count(*)::int from refunds where status = 'needs_person') as refunds,
      missing_balance_cents::float8 / 100 as "missingBalance",
      (key_rejected_at is not null)::int as "keyRejected",
      payments_without_message as "withoutMessage",
      refunds_to_authorize as "refundsToAuthorize",
      refused_payments as "refusedPayments",
      unmatched_refunds as "unmatchedRefunds",
      differences,
      (
        select coalesce(max(calls), 0)::int
        from (select sum(calls) as calls from gateway_calls where hour > now() - interval '13 hours' group by provider) used
      ) as "gatewayCalls",
      (select count(*)::int from payments where status = ${code.payment.pending} and charge_id is null) as charges,
      extract(epoch from now() - coalesce(
        (select succeeded_at from service_health where service = 'backup'),
        (select min(applied_at) from schema_migrations)
      ))::float8 as "backupAge"
    from (
      select count(*)::int as n, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
      from gateway_messages where handled_at is null
    ) messages, gateway_tasks`.execute(db)
  const [backlog] = rows
  if (!backlog) throw new Error('the backlog was not counted')
  return backlog
}
