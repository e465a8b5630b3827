import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from './version.ts'

/** `docs/operations.md` describes what to watch and when to alert. */
export interface Metrics {
  registry: Registry
  /** From the request's headers to the last byte of the response. `status` is its first digit. */
  requests: Histogram<'method' | 'route' | 'status'>
  /** Orders by outcome: `registered`, or the reason why not. */
  orders: Counter<'outcome'>
  batchSize: Histogram
  /** Failed calls are measured too. */
  batchSeconds: Histogram
  /** `found`: fresh, stale (rendered again in the background) or none. */
  pages: Counter<'found'>
  pageSeconds: Histogram
  jobWaits: Histogram<'task'>
  /** Failed jobs are measured too. */
  jobSeconds: Histogram<'task'>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A separate registry, because tests run several servers in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'largada_build_info',
    help: 'The running version; the value is 1',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
  }).set({ version: VERSION }, 1)
  return {
    registry,
    requests: new Histogram({
      name: 'largada_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    orders: new Counter({
      name: 'largada_orders_total',
      help: 'Orders by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    batchSize: new Histogram({
      name: 'largada_registration_batch_orders',
      help: 'Orders in one call of take_spots',
      buckets: [1, 2, 5, 10, 25, 50, 100, 200],
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'largada_registration_batch_seconds',
      help: 'Time of one call of take_spots, failed ones too',
      buckets: SECONDS,
      registers,
    }),
    pages: new Counter({
      name: 'largada_pages_total',
      help: 'Public pages by where they were found in memory: fresh, stale or none',
      labelNames: ['found'],
      registers,
    }),
    pageSeconds: new Histogram({
      name: 'largada_page_render_seconds',
      help: 'Time to render a public page that was not in memory',
      buckets: SECONDS,
      registers,
    }),
    jobWaits: new Histogram({
      name: 'largada_job_wait_seconds',
      help: 'Time from when a job was due until it ran',
      labelNames: ['task'],
      buckets: [...SECONDS, 60, 600],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'largada_job_seconds',
      help: 'Time to run a job, failed ones too',
      labelNames: ['task'],
      buckets: [...SECONDS, 60, 600],
      registers,
    }),
  }
}
