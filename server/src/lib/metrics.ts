import { Counter, Histogram, Registry } from 'prom-client'

/** What this process counts, for Prometheus. `docs/operations.md` says what is watched and when somebody is woken. */
export interface Metrics {
  registry: Registry
  /** Seconds from the request's headers to the last byte of the answer. `status` is its first digit. */
  requests: Histogram<'method' | 'route' | 'status'>
  /** Orders by what became of them, `taken` or why not. */
  orders: Counter<'outcome'>
  /** Orders in one call of `take_spots`. */
  batchSize: Histogram
  /** Seconds of one call, with its retries. */
  batchSeconds: Histogram
  /** Public pages by where they were found in memory: fresh, stale (it is rendered again meanwhile), or not at all. */
  pages: Counter<'found'>
  /** Seconds of rendering one public page. */
  pageSeconds: Histogram
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A registry of its own, because tests run several servers in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
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
      help: 'Time of one call of take_spots with its retries',
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
  }
}
