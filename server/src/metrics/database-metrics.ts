import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { systemClock } from '#server/lib/clock.ts'
import { clockDrift } from '#server/lib/clock-drift.ts'
import type { Db } from '#server/lib/db.ts'
import { countJobsByTask, type TaskCount } from '#server/lib/jobs/count-jobs.ts'
import { type Backlog, countBacklog, countJobRunners } from './queries.ts'

/** A scrape must answer while PostgreSQL does not: Prometheus gives up after 10 s. */
const READ_MS = 4_000

interface Source {
  db: Db
  log: Logger
  /** The queue of each job, by name. */
  queues: ReadonlyMap<string, string>
}

/**
 * Gauges that are read from the database at each scrape: every process reports the same, also one without
 * jobs, so that an absent worker shows. They are missing while the database does not answer.
 */
export function addDatabaseMetrics(registry: Registry, { db, log, queues }: Source): void {
  const registers = [registry]
  const inTime = <T>(read: () => Promise<T>) => shared(() => readOrNull(read(), log))

  const jobs = inTime(() => countJobsByTask(db))
  const ofJobs = (name: string, help: string, figure: (count: TaskCount) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue', 'task'],
      registers,
      async collect() {
        const counts = await jobs()
        this.reset()
        for (const count of counts ?? [])
          this.set({ queue: queues.get(count.task) ?? 'none', task: count.task }, figure(count))
      },
    })
  ofJobs('largada_jobs_due', 'Jobs that are due and do not run yet', ({ due }) => due)
  ofJobs('largada_jobs_running', 'Jobs that run', ({ running }) => running)
  ofJobs('largada_jobs_failed', 'Jobs that are not tried again', ({ failed }) => failed)
  ofJobs('largada_jobs_oldest_due_seconds', 'How long the oldest due job has waited', ({ oldest }) => oldest)
  ofJobs(
    'largada_jobs_oldest_failing_seconds',
    'How long a job has been failing, also while it waits to be tried again',
    ({ failing }) => failing,
  )

  const single = <T>(
    name: string,
    help: string,
    read: () => Promise<T | null>,
    figure: (read: T) => number,
  ) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await read()
        if (found === null) this.remove()
        else this.set(figure(found))
      },
    })
  single(
    'largada_job_runners',
    'Job queues that living processes serve',
    inTime(() => countJobRunners(db)),
    (n) => n,
  )
  single(
    'largada_clock_drift_seconds',
    'By how much the clock of this machine is ahead of the clock of the database',
    inTime(() => clockDrift(db, systemClock)),
    (ms) => ms / 1_000,
  )
  const backlog = inTime(() => countBacklog(db))
  const ofBacklog = (name: string, help: string, key: keyof Backlog) =>
    single(name, help, backlog, (counts) => counts[key])
  ofBacklog('largada_webhooks_waiting', 'Messages of gateways that are not applied yet', 'messages')
  ofBacklog('largada_webhook_oldest_seconds', 'How long the oldest of them has waited', 'oldestMessage')
  ofBacklog('largada_charges_missing', 'Pending payments whose charge the gateway has not created', 'charges')
  ofBacklog('largada_refunds_needing_person', 'Refunds that the gateway will not do by itself', 'refunds')
  ofBacklog(
    'largada_refunds_missing_balance_reais',
    'What refunds need that the balance at the gateway does not cover',
    'missingBalance',
  )
  ofBacklog(
    'largada_gateway_key_rejected',
    'Whether a gateway rejected the API key within the last hour',
    'keyRejected',
  )
  ofBacklog(
    'largada_payments_without_message',
    'Payments of the last day that were found paid and whose message did not arrive',
    'withoutMessage',
  )
  ofBacklog(
    'largada_refunds_to_authorize',
    'Refunds that wait for an authorization at the gateway',
    'refundsToAuthorize',
  )
  ofBacklog(
    'largada_payments_refused',
    'Payments whose state at the gateway could not be applied although money moved there',
    'refusedPayments',
  )
  ofBacklog(
    'largada_refunds_unmatched',
    'Payments of which the gateway returned, within the last week, more than was owed',
    'unmatchedRefunds',
  )
  ofBacklog('largada_gateway_calls', 'Calls to a gateway in the last twelve hours', 'gatewayCalls')
  ofBacklog(
    'largada_reconciliation_differences',
    'Differences from the gateway that comparisons of the last week could not correct',
    'differences',
  )
  ofBacklog('largada_backup_age_seconds', 'Time since the last backup', 'backupAge')
}

async function readOrNull<T>(reading: Promise<T>, log: Logger): Promise<T | null> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${READ_MS} ms`)), READ_MS)
  try {
    return await Promise.race([reading, late.promise])
  } catch (error) {
    log.warn({ err: error }, 'the metrics of the database could not be read')
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** One reading for all gauges of a scrape, which are collected at once. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
