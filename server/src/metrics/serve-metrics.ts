import cluster from 'node:cluster'
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { poolOf } from '#server/lib/db.ts'
import { addDatabaseMetrics } from './database-metrics.ts'

interface Options {
  /** The queue of each job, by name. */
  queues: ReadonlyMap<string, string>
  isFirstOfSeveral: boolean
  /** Whether this process can take requests. */
  isReady: () => Promise<boolean>
  /** How long the write-ahead log has waited for its archive; null without one. */
  walWaitingMs: (() => Promise<number>) | null
}

/** METRICS_ADDRESS must not be public. A web process sends its figures to the process that started it. */
export async function serveMetrics(
  deps: Pick<Deps, 'config' | 'db' | 'metrics' | 'log' | 'registrationQueue'>,
  { queues, isFirstOfSeveral, isReady, walWaitingMs }: Options,
): Promise<() => Promise<void>> {
  const { config, db, metrics, log } = deps
  if (cluster.isWorker) {
    addProcessMetrics(metrics.registry, deps, isReady)
    AggregatorRegistry.setRegistries([metrics.registry])
    new AggregatorRegistry()
    return async () => undefined
  }
  if (!config.metricsAddress) return async () => undefined

  const own = isFirstOfSeveral ? new Registry() : metrics.registry
  if (isFirstOfSeveral) collectDefaultMetrics({ register: own, prefix: 'first_' })
  else addProcessMetrics(own, deps, isReady)
  addDatabaseMetrics(own, { db, log, queues })
  addDiskMetrics(own, config.dataDir)
  if (config.asaas) addCallLimit(own, config.asaas.callLimit)
  if (walWaitingMs) addArchiveMetrics(own, walWaitingMs)
  const others = isFirstOfSeveral ? new AggregatorRegistry() : null
  return listen(config.metricsAddress, log, async () =>
    (await Promise.all([own.metrics(), others?.clusterMetrics() ?? ''])).join('\n'),
  )
}

/** The alert compares the calls with it, because the limit of an account can be raised. */
export function addCallLimit(registry: Registry, limit: number): void {
  new Gauge({
    name: 'largada_gateway_call_limit',
    help: 'Calls that the gateway allows in twelve hours',
    registers: [registry],
  }).set(limit)
}

export function addArchiveMetrics(registry: Registry, walWaitingMs: () => Promise<number>): void {
  new Gauge({
    name: 'largada_wal_waiting_seconds',
    help: 'How long the oldest finished file of the write-ahead log has waited for its archive',
    registers: [registry],
    async collect() {
      this.set((await walWaitingMs()) / 1000)
    },
  })
}

export function addProcessMetrics(
  registry: Registry,
  { db, registrationQueue }: Pick<Deps, 'db' | 'registrationQueue'>,
  isReady: () => Promise<boolean>,
): void {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'largada_ready',
    help: 'Whether /health/ready answers 200',
    // With several web processes, all must be ready.
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.set((await isReady()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'largada_orders_waiting',
    help: 'Orders that wait for a call of take_spots',
    registers: [registry],
    collect() {
      this.set(registrationQueue.waiting())
    },
  })
  new Gauge({
    name: 'largada_orders_oldest_seconds',
    help: 'Age of the oldest order without an answer',
    // With several web processes, the highest value counts, not the sum.
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(registrationQueue.oldestMs() / 1000)
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

/** Free space where the files, and those of the embedded PostgreSQL, are stored. */
export function addDiskMetrics(registry: Registry, dataDir: string): void {
  const ofDisk = (name: string, help: string, blocks: (found: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await statfs(dataDir).catch(() => null)
        if (found) this.set(blocks(found) * found.bsize)
        else this.remove()
      },
    })
  ofDisk('largada_disk_free_bytes', 'Free space on the disk of DATA_DIR', ({ bavail }) => bavail)
  ofDisk('largada_disk_size_bytes', 'Size of the disk of DATA_DIR', ({ blocks }) => blocks)
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
