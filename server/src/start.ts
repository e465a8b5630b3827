import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createRegistrationQueue } from '#server/features/checkout/order/registration-queue.ts'
import { createWaitingRooms } from '#server/features/checkout/waiting-room/open-rooms.ts'
import { loadCities } from '#server/features/city/directory.ts'
import { createGateways } from '#server/features/payment/gateways/create-gateways.ts'
import { loadPermissions } from '#server/features/producer/load-permissions.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createDb, createPool, type Db, poolOf } from '#server/lib/db.ts'
import { ConfigError } from '#server/lib/environment.ts'
import { createMailer } from '#server/lib/mail/mailer.ts'
import { recordedMailer } from '#server/lib/mail/recorded-mailer.ts'
import { createMetrics } from '#server/lib/metrics.ts'
import { migrate } from '#server/lib/migrate.ts'
import { openFiles } from '#server/lib/open-files.ts'
import { createRateLimiter } from '#server/lib/rate-limit.ts'
import { listenForChanges } from '#server/lib/reconnecting-client.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import { openTracing } from '#server/lib/tracing.ts'
import type { Web } from '#server/lib/web.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { hasDemoData } from '../demo/queries.ts'
import { seedDemoApart } from '../demo/seed-apart.ts'
import { startEmbeddedPostgres } from '../postgres/start.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { checkReadiness, healthRoutes } from './health.ts'
import { warmUp } from './warm-up.ts'
import { startWebProcesses } from './web-processes.ts'
import { loadSubscriptions, QUEUE_OF, runJobs } from './worker.ts'

export interface RunningServer {
  /** Null with `DATABASE_URL`. */
  databaseLocation: string | null
  /** A part that exceeds its limit is abandoned: its jobs run again at the next start. */
  stop(): Promise<void>
}

/** Fewer than jobs that run at once: most of them wait for the gateway or the mail server. */
const JOB_CONNECTIONS = 12

/**
 * Limits in milliseconds for stopping each part, to which `requests` and `webProcesses` add `DRAIN_SECONDS`.
 * The parts of one process take at most 19.5 s, those of a web process 11 s: `main.ts` and `web-processes.ts`
 * kill a process later than that.
 */
const STOP_MS = {
  jobs: 6_000,
  requests: 5_000,
  // They start to stop at the same time as the jobs, and are killed after 12 s.
  webProcesses: 12_500,
  metrics: 500,
  changes: 500,
  registrations: 2_000,
  connections: 500,
  traces: 1_000,
  // PostgreSQL finishes stopping in its own process; the next start waits for it.
  postgres: 3_000,
} as const

interface Part {
  name: keyof typeof STOP_MS
  stop(): Promise<unknown>
}

/** In the order of their dependencies. They stop in reverse order. */
export async function startServer(
  config: Config,
  log: Logger,
  loadWeb?: () => Promise<Web>,
): Promise<RunningServer> {
  const parts: Part[] = []
  const stopping = Promise.withResolvers<void>()
  // Proxies need a moment to notice that the process drains.
  const drained = stopping.promise.then(() => wait(config.drainMs))
  let draining = false
  const stop = async () => {
    draining = true
    stopping.resolve()
    for (const part of parts.splice(0).reverse()) await stopInTime(part, config.drainMs, log)
  }
  try {
    const { dataDir, backupArchive: archive } = config
    const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log, archive })
    if (embedded) parts.push({ name: 'postgres', stop: embedded.stop })
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
    const deps = await createDeps(config, databaseUrl, log, parts)
    const isReady = async () => (await checkReadiness(deps, draining)).status === 'ok'
    const isFirstOfSeveral = config.role !== 'worker' && config.webConcurrency > 1
    if (isFirstOfSeveral) {
      const processes = await startWebProcesses(config, databaseUrl, log)
      const stopped = stopping.promise.then(processes.stop)
      parts.push({ name: 'webProcesses', stop: () => stopped })
    } else {
      const fastify = await createHttpServer(deps, parts, { loadWeb, isDraining: () => draining })
      await listen(fastify, config, log)
      parts.push({ name: 'requests', stop: () => drained.then(() => fastify.close()) })
    }
    parts.push({
      name: 'metrics',
      stop: await serveMetrics(deps, {
        queues: QUEUE_OF,
        isFirstOfSeveral,
        isReady,
        walWaitingMs: embedded?.walWaitingMs ?? null,
      }),
    })
    if (config.role === 'web') return { databaseLocation: null, stop }

    // After listening, because jobs and demo data call the sandbox, which the web processes serve.
    if (config.demo) await seedDemoApart(deps.db, config.databaseDirectUrl ?? databaseUrl)
    // Jobs have connections of their own, so that requests do not wait for one.
    const jobsDb = openDatabase(config, databaseUrl, deps, { max: JOB_CONNECTIONS, purpose: 'job-work' })
    const worker = await runJobs({ ...deps, db: jobsDb })
    parts.push({
      name: 'jobs',
      async stop() {
        await worker.stop()
        await jobsDb.destroy()
      },
    })
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

/** A process that only runs jobs serves only the health routes. */
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
  const { fastify, invalidatePublicPages } = await buildApp(deps, { web: await loadWeb?.(), isDraining })
  const stopListening = await listenForChanges(deps.db, 'events_changed', invalidatePublicPages, deps.log)
  parts.push({ name: 'changes', stop: stopListening })
  parts.push({ name: 'changes', stop: deps.waitingRooms.start() })
  await warmUp(fastify, deps)
  return fastify
}

/** A process that only runs jobs also starts when its port is taken: only `/health` needs the port. */
async function listen(fastify: FastifyInstance, { role, port, host }: Config, log: Logger): Promise<void> {
  try {
    await fastify.listen({ port, host })
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (role !== 'worker' || !isTaken) throw error
    log.warn({ port }, 'the port is taken: this worker runs without /health; choose another with PORT')
  }
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

function openDatabase(
  { databaseDirectUrl }: Config,
  databaseUrl: string,
  { log, tracing }: Pick<Deps, 'log' | 'tracing'>,
  options: { max: number; purpose?: string },
): Db {
  const directUrl = databaseDirectUrl ?? databaseUrl
  const pool = createPool(databaseUrl, {
    ...options,
    pooled: directUrl !== databaseUrl,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  return createDb(pool, directUrl, tracing)
}

async function createDeps(config: Config, databaseUrl: string, log: Logger, parts: Part[]): Promise<Deps> {
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const tracing = await openTracing(config.tracing)
  if (tracing) parts.push({ name: 'traces', stop: tracing.stop })
  const db = openDatabase(config, databaseUrl, { log, tracing }, { max: config.databasePool })
  parts.push({ name: 'connections', stop: () => db.destroy() })
  await migrate(directUrl, {
    pooled: directUrl !== databaseUrl,
    log,
    loadReferenceData: async () => {
      await loadCities(db)
      await loadPermissions(db)
      await loadSubscriptions(db)
    },
  })
  if (!config.demo && (await hasDemoData(db))) throw new ConfigError(DEMO_DATABASE)

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
    ...createGateways(config, { db, secrets, clock: systemClock, tracing }),
    rateLimiter: createRateLimiter(poolOf(db), config.rateLimits),
    registrationQueue,
    waitingRooms: createWaitingRooms({ db, clock: systemClock, log }, registrationQueue),
    jobQueues: new Map(),
    metrics,
    tracing,
  }
}
