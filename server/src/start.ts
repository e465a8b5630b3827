import { join } from 'node:path'
import type { Logger } from 'pino'
import { seedDemo } from '../demo/seed.ts'
import { startEmbeddedPostgres } from '../postgres/start.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createRegistrationQueue } from './features/checkout/registration-queue.ts'
import { loadCities } from './features/city/directory.ts'
import { createGateway } from './features/payment/gateways/create-gateway.ts'
import { loadPermissions } from './features/producer/load-permissions.ts'
import { systemClock } from './lib/clock.ts'
import { createDb, createPool } from './lib/db.ts'
import { diskFiles } from './lib/files.ts'
import { listenForChanges } from './lib/listen.ts'
import { createMailer } from './lib/mail/mailer.ts'
import { recordedMailer } from './lib/mail/recorded-mailer.ts'
import { migrate } from './lib/migrate.ts'
import { createRateLimiter } from './lib/rate-limit.ts'
import { loadSecrets } from './lib/secrets.ts'
import type { Web } from './lib/web.ts'
import { runJobs } from './worker.ts'

export interface RunningServer {
  /** Where the data of the embedded PostgreSQL lies; null with `DATABASE_URL`. */
  databaseLocation: string | null
  /**
   * Drains: running jobs finish, no accepted request is cut, the rest stay in their queue. What does not end within its part of
   * the time is left behind: jobs begin again at the next start, what was not answered was not promised.
   */
  stop(): Promise<void>
}

/** How long each part has to end, in the order of ending; 19 s in all. */
const STOP_MS = {
  jobs: 7_000,
  requests: 5_000,
  changes: 500,
  registrations: 2_000,
  connections: 500,
  // It goes on ending by itself: a session of its own, and the next start waits for it.
  postgres: 4_000,
} as const

interface Part {
  name: keyof typeof STOP_MS
  stop(): Promise<unknown>
}

/** Starts everything one process runs, in the order it depends on, and stops it in the reverse order. */
export async function startServer(config: Config, log: Logger, web?: Web): Promise<RunningServer> {
  const parts: Part[] = []
  let draining = false
  const stop = async () => {
    draining = true
    for (const part of parts.splice(0).reverse()) await stopInTime(part, log)
  }
  try {
    const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    if (embedded) parts.push({ name: 'postgres', stop: embedded.stop })
    const deps = await createDeps(config, config.databaseUrl ?? embedded?.url ?? '', log, parts)

    const { fastify, clearPages } = await buildApp(deps, { web, isDraining: () => draining })
    const stopListening = await listenForChanges(deps.db, 'events_changed', clearPages, log)
    parts.push({ name: 'changes', stop: stopListening })
    await fastify.listen({ port: config.port, host: config.host })
    parts.push({ name: 'requests', stop: () => fastify.close() })

    // After listening: the sandbox gateway, which jobs and demo data talk to, is served by this very process.
    if (config.demo) await seedDemo(deps)
    const worker = await runJobs(deps)
    parts.push({ name: 'jobs', stop: worker.stop })
    return { databaseLocation: embedded?.location ?? null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function stopInTime({ name, stop }: Part, log: Logger): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`not within ${STOP_MS[name]} ms`)), STOP_MS[name])
  try {
    await Promise.race([stop(), late.promise])
  } catch (error) {
    log.error({ err: error, part: name }, 'a part did not stop cleanly')
  } finally {
    clearTimeout(timer)
  }
}

async function createDeps(config: Config, databaseUrl: string, log: Logger, parts: Part[]): Promise<Deps> {
  const pool = createPool(databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const db = createDb(pool)
  parts.push({ name: 'connections', stop: () => db.destroy() })
  await migrate(pool)
  await loadCities(db)
  await loadPermissions(db)

  const secrets = await loadSecrets(config.dataDir)
  const registrationQueue = createRegistrationQueue(db, log)
  parts.push({ name: 'registrations', stop: () => registrationQueue.close() })
  return {
    config,
    secrets,
    db,
    log,
    clock: systemClock,
    mailer: recordedMailer({ mailer: createMailer(config), db, clock: systemClock, log }),
    files: diskFiles(join(config.dataDir, 'files')),
    gateway: createGateway(config, secrets),
    rateLimiter: createRateLimiter(pool, config.rateLimits),
    registrationQueue,
    jobLanes: new Map(),
  }
}
