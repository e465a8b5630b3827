import { join } from 'node:path'
import type { Logger } from 'pino'
import { seedDemo } from '../demo/seed.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createRegistrationQueue } from './features/checkout/registration-queue.ts'
import { createGateway } from './features/payment/gateways/create-gateway.ts'
import { loadPlaces } from './features/place/load-places.ts'
import { loadPermissions } from './features/producer/load-permissions.ts'
import { systemClock } from './lib/clock.ts'
import { createDb, createPool } from './lib/db.ts'
import { startEmbeddedPostgres } from './lib/embedded-postgres.ts'
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
  /** Drains: no accepted request is cut, running jobs finish, the rest stay in their queue. */
  stop(): Promise<void>
}

/** Starts everything one process runs, in the order it depends on, and stops it in the reverse order. */
export async function startServer(config: Config, log: Logger, web?: Web): Promise<RunningServer> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).reverse())
      await step().catch((error) => log.error({ err: error }, 'a part did not stop cleanly'))
  }
  try {
    const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    if (embedded) stops.push(embedded.stop)
    const deps = await createDeps(config, config.databaseUrl ?? embedded?.url ?? '', log, stops)

    let draining = false
    const { fastify, clearPages } = await buildApp(deps, { web, isDraining: () => draining })
    stops.push(await listenForChanges(deps.db, 'events_changed', clearPages, log))
    await fastify.listen({ port: config.port, host: config.host })
    stops.push(() => fastify.close())

    // After listening: the sandbox gateway, which jobs and demo data talk to, is served by this very process.
    if (config.demo) await seedDemo(deps)
    const worker = await runJobs(deps)
    stops.push(worker.stop)
    stops.push(async () => {
      draining = true
    })
    return { databaseLocation: embedded?.location ?? null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createDeps(
  config: Config,
  databaseUrl: string,
  log: Logger,
  stops: (() => Promise<unknown>)[],
): Promise<Deps> {
  const pool = createPool(databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const db = createDb(pool)
  stops.push(() => db.destroy())
  await migrate(pool)
  await loadPlaces(db)
  await loadPermissions(db)

  const secrets = await loadSecrets(config.dataDir)
  const registrationQueue = createRegistrationQueue(db, log)
  stops.push(() => registrationQueue.close())
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
