import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/lib/db.ts'
import { countBacklog, countJobsByTask, type TaskCount } from './queries.ts'

/** Gauges read from the database at each scrape: the same in every process, so that one tells them. */
export function addDatabaseMetrics(registry: Registry, db: Db, lanes: ReadonlyMap<string, string>): void {
  const registers = [registry]
  const jobs = shared(() => countJobsByTask(db))
  const ofJobs = (name: string, help: string, figure: (count: TaskCount) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane', 'task'],
      registers,
      async collect() {
        const counts = await jobs()
        this.reset()
        for (const count of counts)
          this.set({ lane: lanes.get(count.task) ?? 'none', task: count.task }, figure(count))
      },
    })
  ofJobs('largada_jobs_due', 'Jobs that are due and do not run yet', ({ due }) => due)
  ofJobs('largada_jobs_running', 'Jobs that run', ({ running }) => running)
  ofJobs('largada_jobs_failed', 'Jobs that are not tried again', ({ failed }) => failed)
  ofJobs('largada_jobs_oldest_due_seconds', 'How long the oldest due job has waited', ({ oldest }) => oldest)

  const backlog = shared(() => countBacklog(db))
  const ofBacklog = (name: string, help: string, key: keyof Awaited<ReturnType<typeof backlog>>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set((await backlog())[key])
      },
    })
  ofBacklog('largada_webhooks_waiting', 'Messages of gateways that are not applied yet', 'messages')
  ofBacklog('largada_webhook_oldest_seconds', 'How long the oldest of them has waited', 'oldestMessage')
  ofBacklog('largada_charges_missing', 'Pending payments whose charge the gateway has not created', 'charges')
  ofBacklog('largada_refunds_needing_person', 'Refunds that the gateway will not do by itself', 'refunds')
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
