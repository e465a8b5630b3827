import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE } from '#contract/route.ts'
import { hashPassword } from '#server/features/account/credentials/password.ts'
import { type Call, callService } from '#server/lib/call-service.ts'
import type { Db } from '#server/lib/db.ts'
import { PASSWORD } from '#test/factories/account.ts'
import { createBigEvent } from '#test/factories/big-event.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { freePort, startProduct } from '#test/product.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { withDatabase } from './database.ts'
import { AS_STARTED, AS_STARTED_ENV, largestMb } from './memory.ts'
import { startServices } from './processes.ts'
import { buyers, order, PAID } from './rush.ts'
import { readSteps, stepTable } from './time-spent.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 5)
const LISTED = 50_000
const EVENTS = 20
const LOGINS = 100
/** Left out: `opening` prints how fast a process is that has just started. */
const WARM_UP_MS = 10_000
const LONGEST_MS = 60_000
/** Allowed growth from the second to the last third. */
const MORE_MEMORY_MB = 40

/** Requests per second, sent on schedule even while earlier requests are slow. */
const RATES = { pages: 40, 'public calls': 20, 'log-ins': 2, registrations: 50, lists: 4, exports: 1 / 20 }
type Kind = keyof typeof RATES | 'webhooks'

/** A busy day: the product as `npm start` runs it, with the Asaas stand-in, with one and with two web processes. */
export const mixed: Bench = {
  name: 'mixed',
  about: `pages, log-ins, registrations, webhooks, lists and exports of ${LISTED.toLocaleString('en')} participants beside each other for ${MINUTES} minutes, without the first ${WARM_UP_MS / 1000} seconds`,
  async run() {
    const tables: Table[] = []
    for (const processes of [1, 2])
      tables.push(...(await withDatabase((db, url) => measure(db, url, processes))))
    return tables
  },
}

async function measure(db: Db, url: string, processes: number): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-bench-'))
  const services = await startServices()
  const listed = await createBigEvent(db, LISTED)
  const load = await prepare(db, listed)
  const metricsAddress = `127.0.0.1:${await freePort()}`
  const product = await startProduct({
    DATABASE_URL: url,
    METRICS_ADDRESS: metricsAddress,
    DATA_DIR: folder,
    SECOND_FACTOR: 'optional',
    WEB_CONCURRENCY: String(processes),
    ...services.environment,
    ASAAS_CALL_LIMIT: '10000000',
    NODE_OPTIONS: AS_STARTED.join(' '),
    ...AS_STARTED_ENV,
  })
  try {
    const warm = wait(WARM_UP_MS).then(() => readSteps(metricsAddress))
    const { durations, failures, memory } = await run(product.url, product.child.pid, load, services)
    const blockedMs = await longestBlockMs(metricsAddress)
    const steps = await readSteps(metricsAddress)
    const broken = [...failures, ...memoryGrowth(memory), ...(await brokenInvariants(db))]
    const rows = [...durations].map(([kind, of]) => [
      kind,
      of.length,
      Math.round((of.length / MINUTES / 60) * 100) / 100,
      quantile(of, 0.5),
      quantile(of, 0.99),
      Math.round(Math.max(...of)),
    ])
    const name = processes === 1 ? 'One web process' : `${processes} web processes`
    return [
      {
        title: `${name}: a process with at most ${Math.max(...memory)} MB, the event loop blocked for at most ${blockedMs} ms`,
        columns: ['', 'answers', 'per second', 'p50 ms', 'p99 ms', 'most ms'],
        rows,
        broken,
      },
      stepTable(`${name}: the time of the steps`, steps, await warm),
    ]
  } finally {
    await product.end('SIGTERM')
    await services.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Load = Awaited<ReturnType<typeof prepare>>

async function prepare(db: Db, listed: TestEvent) {
  const events: TestEvent[] = []
  for (let i = 0; i < EVENTS; i++) events.push(await createEvent(db, PAID))
  const runners = await buyers(
    db,
    events,
    Math.ceil((MINUTES * 60 + WARM_UP_MS / 1000) * RATES.registrations) + EVENTS,
  )
  const passwordHash = await hashPassword(PASSWORD)
  const accounts = []
  for (let i = 0; i < LOGINS; i++) accounts.push(await createUser(db, { passwordHash }))
  const { token } = await createUser(db, { roles: ['Admin'] })
  const list = `/organizer/events/${listed.id}/participants`
  const lists = [list, `${list}?page=90`, `${list}?search=silva`, `${list}?money=paid&payment_status=2`]
  return { listed, events, runners, accounts, token, lists }
}

async function run(
  url: string,
  pid: number | undefined,
  load: Load,
  services: Awaited<ReturnType<typeof startServices>>,
) {
  const { listed, events, runners, accounts, token, lists } = load
  const durations = new Map<Kind, number[]>()
  const failures: string[] = []
  const memory: number[] = []
  const counted = performance.now() + WARM_UP_MS
  const end = counted + MINUTES * 60_000

  let asked = 0
  async function ask(kind: Kind, path: string, init: Partial<Call>, expected: number): Promise<void> {
    const headers = {
      ...init.headers,
      // As a browser sends it. Nothing decodes the answer.
      'accept-encoding': 'gzip, deflate, br',
      // From different addresses, because rate limits count by address.
      'x-forwarded-for': `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
    }
    const sent = performance.now()
    try {
      const answer = await callService(url + path, {
        ...init,
        headers,
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const of = durations.get(kind) ?? []
      durations.set(kind, of)
      if (sent >= counted) of.push(performance.now() - sent)
      if (answer.status !== expected) failures.push(`${kind}: ${path} answered ${answer.status}`)
    } catch (error) {
      failures.push(`${kind}: ${path}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
    }
  }
  const json = (body: object, headers = {}): Partial<Call> => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const admin = { headers: { authorization: `Bearer ${token}` } }
  const send: Record<keyof typeof RATES, (n: number) => Promise<void>> = {
    pages: (n) => ask('pages', n % 4 === 0 ? '/' : `/events/${at(events, n % EVENTS).slug}`, {}, 200),
    'public calls': (n) =>
      ask('public calls', `${API_BASE}/events/slug/${at(events, n % EVENTS).slug}`, {}, 200),
    'log-ins': (n) => {
      const { email } = at(accounts, n % LOGINS)
      return ask('log-ins', `${API_BASE}/login`, json({ email, password: PASSWORD }), 200)
    },
    registrations: (n) => {
      const event = at(events, n % EVENTS)
      const by = { authorization: `Bearer ${at(runners, n).token}` }
      const path = `${API_BASE}/events/${event.id}/register-participant`
      return ask('registrations', path, json(order(event), by), 201)
    },
    lists: (n) => ask('lists', API_BASE + at(lists, n % lists.length), admin, 200),
    exports: () =>
      ask(
        'exports',
        `${API_BASE}/organizer/events/${listed.id}/export-event-participants?format=csv`,
        admin,
        200,
      ),
  }

  const running = Object.entries(RATES).map(async ([kind, rate]) => {
    const started = performance.now()
    const sent: Promise<void>[] = []
    for (let n = 0; ; n++) {
      const due = started + (n * 1000) / rate
      if (due >= end) break
      await wait(Math.max(0, due - performance.now()))
      sent.push(send[kind as keyof typeof RATES](n))
    }
    await Promise.all(sent)
  })
  const paying = payAll()
  const sampling = sample()
  await Promise.all([...running, paying, sampling])
  return { durations, failures, memory }

  /** Pays every charge and sends its webhook. */
  async function payAll(): Promise<void> {
    while (performance.now() < end) {
      await wait(1_000)
      for (const { body, headers } of await services.payAll())
        await ask('webhooks', `${API_BASE}/webhooks/asaas`, { method: 'POST', headers, body }, 200)
    }
  }

  async function sample(): Promise<void> {
    while (performance.now() < end) {
      await wait(1_000)
      memory.push(Math.round(await largestMb(pid)))
    }
  }
}

/** Since the warm-up, because each answer resets it. */
async function longestBlockMs(metricsAddress: string): Promise<number> {
  const metrics = await (await fetch(`http://${metricsAddress}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]
  return Math.round(Number(seconds) * 1000)
}

function memoryGrowth(memory: readonly number[]): string[] {
  const third = Math.floor(memory.length / 3)
  const [middle, last] = [Math.max(...memory.slice(third, 2 * third)), Math.max(...memory.slice(2 * third))]
  return last > middle + MORE_MEMORY_MB ? [`memory grows: ${middle} MB, then ${last} MB`] : []
}
