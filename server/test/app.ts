import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { API_BASE } from '#contract/route.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { createRegistrationQueue } from '#server/features/checkout/order/registration-queue.ts'
import { createWaitingRooms } from '#server/features/checkout/waiting-room/open-rooms.ts'
import { startedCharges } from '#server/features/payment/create-charges.ts'
import { createGateways } from '#server/features/payment/gateways/create-gateways.ts'
import type { Db } from '#server/lib/db.ts'
import { poolOf } from '#server/lib/db.ts'
import { diskFiles } from '#server/lib/files.ts'
import { createMailer } from '#server/lib/mail/mailer.ts'
import { recordedMailer } from '#server/lib/mail/recorded-mailer.ts'
import { createMetrics } from '#server/lib/metrics.ts'
import { createRateLimiter } from '#server/lib/rate-limit.ts'
import { loadSecrets } from '#server/lib/secrets.ts'

/** A clock that tests set and advance. */
export interface TestClock {
  now(): Date
  set(instant: Date | string): void
  advance(milliseconds: number): void
}

function testClock(): TestClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    set: (instant) => {
      offset = new Date(instant).getTime() - Date.now()
    },
    advance: (milliseconds) => {
      offset += milliseconds
    },
  }
}

interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export interface TestApp {
  fastify: FastifyInstance
  deps: Deps & { clock: TestClock }
  db: Db
  /**
   * Clears the cache of public responses, as a change of an event does. They are cached from the first call
   * on.
   */
  invalidatePublicPages: () => void
  /**
   * Calls the API through the HTTP parser and serializer, and waits for the charges of an order. `path` is below
   * `/api/v1`.
   */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: CallOptions,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

interface Options {
  env?: NodeJS.ProcessEnv
  /** Replaces clients of external services. The product's own parts are always real. */
  deps?: Partial<Deps>
}

/** Starts the complete product on the test file's database, with its own folder for files and mail. */
export async function testApp(db: Db, { env = {}, deps: replaced = {} }: Options = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'largada-test-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...env,
  })
  const secrets = await loadSecrets(dataDir)
  const log = pino({ level: config.logLevel })
  const clock = testClock()
  const registrationQueue = createRegistrationQueue(db, log)
  const deps = {
    config,
    secrets,
    db,
    replica: db,
    log,
    mailer: recordedMailer({ mailer: createMailer(config), db, clock, log }),
    files: diskFiles(join(dataDir, 'files')),
    ...createGateways(config, { db, secrets, clock }),
    rateLimiter: createRateLimiter(poolOf(db), config.rateLimits),
    registrationQueue,
    waitingRooms: createWaitingRooms({ db, clock, log }, registrationQueue),
    jobQueues: new Map(),
    metrics: createMetrics(),
    tracing: null,
    ...replaced,
    clock,
  }
  const { fastify, invalidatePublicPages } = await buildApp(deps)
  return {
    fastify,
    deps,
    db,
    invalidatePublicPages,
    async call(method, path, { token, body, headers = {} } = {}) {
      const answer = await fastify.inject({
        method,
        url: API_BASE + path,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      await startedCharges(db)
      return answer
    },
    async close() {
      await fastify.close()
      await registrationQueue.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
