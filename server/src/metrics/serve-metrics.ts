import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { poolOf } from '#server/lib/db.ts'
import { addDatabaseMetrics } from './database-metrics.ts'

interface Options {
  /** The lane of each job, by name. */
  lanes: ReadonlyMap<string, string>
  /** This process starts web processes, whose figures are added up. */
  isFirstOfSeveral: boolean
}

/**
 * Answers `GET /metrics` on an address of its own, METRICS_ADDRESS, which is not for the public. A web process started by another one tells it
 * its figures instead. Returns what stops it.
 */
export async function serveMetrics(
  deps: Pick<Deps, 'config' | 'db' | 'metrics' | 'log' | 'registrationQueue'>,
  { lanes, isFirstOfSeveral }: Options,
): Promise<() => Promise<void>> {
  const { config, db, metrics, log } = deps
  if (cluster.isWorker) {
    addProcessMetrics(metrics.registry, deps)
    AggregatorRegistry.setRegistries([metrics.registry])
    // Listens to the first process.
    new AggregatorRegistry()
    return async () => undefined
  }
  if (!config.metricsAddress) return async () => undefined

  const own = isFirstOfSeveral ? new Registry() : metrics.registry
  if (isFirstOfSeveral) collectDefaultMetrics({ register: own, prefix: 'first_' })
  else addProcessMetrics(own, deps)
  if (config.role !== 'web') addDatabaseMetrics(own, db, lanes)
  const others = isFirstOfSeveral ? new AggregatorRegistry() : null
  return listen(config.metricsAddress, log, async () =>
    (await Promise.all([own.metrics(), others?.clusterMetrics() ?? ''])).join('\n'),
  )
}

/** Memory, event loop and garbage of the process, its queue and its pool. */
export function addProcessMetrics(
  registry: Registry,
  { db, registrationQueue }: Pick<Deps, 'db' | 'registrationQueue'>,
): void {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'largada_orders_waiting',
    help: 'Orders that wait for a call of take_spots',
    registers: [registry],
    collect() {
      this.set(registrationQueue.waiting())
    },
  })
  new Gauge({
    name: 'largada_database_connections',
    help: 'Connections of the pool that requests share, and who waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = poolOf(db)
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'wanted' }, waitingCount)
    },
  })
}

async function listen(
  { host, port }: { host: string; port: number },
  log: Logger,
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
    } catch (error) {
      log.warn({ err: error }, 'the metrics could not be read')
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
