import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { hasDemoData } from '../demo/queries.ts'
import { seedDemoApart } from '../demo/seed-apart.ts'
import { startEmbeddedPostgres } from '../postgres/start.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createRegistrationQueue } from './features/checkout/registration-queue.ts'
import { createWaitingRooms } from './features/checkout/waiting-room/open-rooms.ts'
import { loadCities } from './features/city/directory.ts'
import { createGateways } from './features/payment/gateways/create-gateways.ts'
import { loadPermissions } from './features/producer/load-permissions.ts'
import { healthRoutes } from './health.ts'
import { systemClock } from './lib/clock.ts'
import { createDb, createPool, type Db } from './lib/db.ts'
import { ConfigError } from './lib/environment.ts'
import { listenForChanges } from './lib/kept-connection.ts'
import { createMailer } from './lib/mail/mailer.ts'
import { recordedMailer } from './lib/mail/recorded-mailer.ts'
import { createMetrics } from './lib/metrics.ts'
import { migrate } from './lib/migrate.ts'
import { openFiles } from './lib/open-files.ts'
import { createRateLimiter } from './lib/rate-limit.ts'
import { loadSecrets } from './lib/secrets.ts'
import { openTracing } from './lib/tracing.ts'
import type { Web } from './lib/web.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { startWebProcesses } from './web-processes.ts'
import { LANE_OF, runJobs } from './worker.ts'

export interface RunningServer {
  /** Data directory of the embedded PostgreSQL; null with `DATABASE_URL`. */
  databaseLocation: string | null
  /**
   * Stops gracefully: running jobs and accepted requests finish, waiting jobs stay queued. A part that does not stop within its
   * time is abandoned: its jobs run again at the next start, its requests stay unanswered.
   */
  stop(): Promise<void>
}

/**
 * Time limits of the parts, in the order in which they stop; 19.5 s in total, because a process has either requests or web processes.
 * Those two begin with the pause of `DRAIN_SECONDS`, which is added to their limit.
 */
const STOP_MS = {
  jobs: 6_000,
  requests: 5_000,
  // They begin to stop with the jobs.
  webProcesses: 5_000,
  metrics: 500,
  changes: 500,
  registrations: 2_000,
  connections: 500,
  traces: 1_000,
  // It continues stopping in its own process; the next start waits for it.
  postgres: 4_000,
} as const

interface Part {
  name: keyof typeof STOP_MS
  stop(): Promise<unknown>
}

/** Starts the parts of one process in the order of their dependencies; they stop in reverse order. */
export async function startServer(
  config: Config,
  log: Logger,
  loadWeb?: () => Promise<Web>,
): Promise<RunningServer> {
  const parts: Part[] = []
  const stopping = Promise.withResolvers<void>()
  // Proxies take a moment to notice; requests that they send meanwhile are answered.
  const drained = stopping.promise.then(() => wait(config.drainMs))
  let draining = false
  const stop = async () => {
    draining = true
    stopping.resolve()
    for (const part of parts.splice(0).reverse()) await stopInTime(part, config.drainMs, log)
  }
  try {
    const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    if (embedded) parts.push({ name: 'postgres', stop: embedded.stop })
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
    const deps = await createDeps(config, databaseUrl, log, parts)
    const isFirstOfSeveral = config.role !== 'worker' && config.webConcurrency > 1
    if (isFirstOfSeveral) {
      const processes = await startWebProcesses(config, databaseUrl, log)
      const stopped = stopping.promise.then(processes.stop)
      parts.push({ name: 'webProcesses', stop: () => stopped })
    } else {
      const fastify = await createHttpServer(deps, parts, { loadWeb, isDraining: () => draining })
      await fastify.listen({ port: config.port, host: config.host })
      parts.push({ name: 'requests', stop: () => drained.then(() => fastify.close()) })
    }
    parts.push({ name: 'metrics', stop: await serveMetrics(deps, { lanes: LANE_OF, isFirstOfSeveral }) })
    if (config.role === 'web') return { databaseLocation: null, stop }

    // After listening: jobs and demo data call the sandbox gateway, which the web processes serve.
    if (config.demo) await seedDemoApart(deps.db, config.databaseDirectUrl ?? databaseUrl)
    const worker = await runJobs(deps)
    parts.push({ name: 'jobs', stop: worker.stop })
    return { databaseLocation: embedded?.location ?? null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface HttpOptions {
  loadWeb: (() => Promise<Web>) | undefined
  isDraining: () => boolean
}

/** The whole product, or, for a process that only runs jobs, whether it is well. */
async function createHttpServer(
  deps: Deps,
  parts: Part[],
  { loadWeb, isDraining }: HttpOptions,
): Promise<FastifyInstance> {
  if (deps.config.role === 'worker') {
    const fastify: FastifyInstance = Fastify({ logger: false })
    healthRoutes(fastify, deps, isDraining)
    return fastify
  }
  const { fastify, forgetPublic } = await buildApp(deps, { web: await loadWeb?.(), isDraining })
  const stopListening = await listenForChanges(deps.db, 'events_changed', forgetPublic, deps.log)
  parts.push({ name: 'changes', stop: stopListening })
  parts.push({ name: 'changes', stop: deps.waitingRooms.start() })
  return fastify
}

async function stopInTime({ name, stop }: Part, drainMs: number, log: Logger): Promise<void> {
  const limitMs = STOP_MS[name] + (name === 'requests' || name === 'webProcesses' ? drainMs : 0)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`not within ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([stop(), late.promise])
  } catch (error) {
    log.error({ err: error, part: name }, 'a part did not stop cleanly')
  } finally {
    clearTimeout(timer)
  }
}

const DEMO_DATABASE =
  'Este banco de dados é da demonstração: as senhas das contas são públicas e as corridas, inventadas. Use outro, com DATABASE_URL ou DATA_DIR, ou ligue a demonstração com DEMO=on.'

function openReplica(url: string, log: Logger, parts: Part[]): Db {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the replica broke')
  const replica = createDb(createPool(url, { purpose: 'reports', onError }))
  parts.push({ name: 'connections', stop: () => replica.destroy() })
  return replica
}

async function createDeps(config: Config, databaseUrl: string, log: Logger, parts: Part[]): Promise<Deps> {
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const pooled = directUrl !== databaseUrl
  await migrate(directUrl, { pooled })
  const tracing = await openTracing(config.tracing)
  if (tracing) parts.push({ name: 'traces', stop: tracing.stop })
  const pool = createPool(databaseUrl, {
    max: config.databasePool,
    pooled,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const db = createDb(pool, directUrl, tracing)
  parts.push({ name: 'connections', stop: () => db.destroy() })
  if (!config.demo && (await hasDemoData(db))) throw new ConfigError(DEMO_DATABASE)
  await loadCities(db)
  await loadPermissions(db)

  const files = await openFiles(config)
  parts.push({ name: 'connections', stop: async () => files.close() })
  const secrets = await loadSecrets(config.dataDir)
  const metrics = createMetrics()
  const registrationQueue = createRegistrationQueue(db, log, { metrics })
  parts.push({ name: 'registrations', stop: () => registrationQueue.close() })
  return {
    config,
    secrets,
    db,
    replica: config.databaseReplicaUrl ? openReplica(config.databaseReplicaUrl, log, parts) : db,
    log,
    clock: systemClock,
    mailer: recordedMailer({ mailer: createMailer(config), db, clock: systemClock, log }),
    files,
    ...createGateways(config, secrets, tracing),
    rateLimiter: createRateLimiter(pool, config.rateLimits),
    registrationQueue,
    waitingRooms: createWaitingRooms({ db, clock: systemClock, log }, registrationQueue),
    jobLanes: new Map(),
    metrics,
    tracing,
  }
}
