import type { Db } from '#server/lib/db.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createUsers, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { submission } from '#test/wizard.ts'
import { type Bench, perSecond, quantile, type Table } from './bench.ts'
import { withDatabase } from './database.ts'
import { type Server, sendLoad, startServer, watchCpu } from './processes.ts'

export const REGISTERED = '201 Participante registrado com sucesso!'
const SOLD_OUT = '409 As vagas do evento se esgotaram.'
const CONNECTIONS = [64, 500, 2_000]
const ORDERS = 10_000
/** The median counts, because one slow second of the machine is a third of a run. */
const RUNS = 3
/** More runs, because the difference is small. */
const OFFER_RUNS = 7
const ORDERS_ONE_BY_ONE = 800
const ONE_BY_ONE_CONNECTIONS = 8
const SPOTS = 200

const LIMIT = 1_000_000
/** A limit of each of the six kinds; every order takes a unit of each. */
const race = (couponValue: number): EventOptions => ({
  capacity: LIMIT,
  modalities: [{ name: '10 km', capacity: LIMIT, categories: [{ name: 'Geral', capacity: LIMIT }] }],
  kits: [{ capacity: LIMIT, sizes: [{ name: 'M', capacity: LIMIT }], isIncrement: false }],
  coupons: [{ code: 'DEZ', value: couponValue, capacity: LIMIT }],
})
/** The coupon pays for the complete registration. */
export const FREE = race(10_000)
export const PAID = race(1_000)

interface Run {
  events: TestEvent[]
  connections: number
  orders: number
  servers: Server[]
}

/** One registration per account. Throws if an invariant is violated, such as a spot sold twice. */
async function rush(db: Db, { events, connections, orders, servers }: Run) {
  const users = await buyers(db, events, orders)
  const cpu = await watchCpu(db, servers)
  const load = await sendLoad({
    addresses: servers.map(({ address }) => address),
    connections,
    tokens: users.map(({ token }) => token),
    events: events.map((event) => ({ id: event.id, body: JSON.stringify(order(event)) })),
  })
  const used = cpu()
  const broken = await brokenInvariants(db)
  if (broken.length > 0) throw new Error(`the figures are worthless: ${broken.join('; ')}`)
  return { ...load, used, rate: perSecond(orders, load.elapsedMs) }
}

export const order = (event: TestEvent) =>
  submission(event, event.coupons[0] ? { discount_coupon_id: event.coupons[0].id } : {})

export async function buyers(db: Db, events: TestEvent[], count: number): Promise<TestUser[]> {
  const users: TestUser[] = []
  while (users.length < count) users.push(...(await createUsers(db, Math.min(1_000, count - users.length))))
  const shown = users.flatMap((user, n) => {
    const [coupon] = at(events, n % events.length).coupons
    return coupon
      ? [{ user_id: user.id, coupon_id: coupon.id, code: coupon.code, validated_at: new Date() }]
      : []
  })
  // As if the runners had entered the code in the wizard.
  for (let i = 0; i < shown.length; i += 5_000)
    await db
      .insertInto('validated_coupons')
      .values(shown.slice(i, i + 5_000))
      .execute()
  return users
}

export function expectAnswers(answers: Record<string, number>, expected: Record<string, number>): void {
  if (JSON.stringify(Object.entries(answers).sort()) === JSON.stringify(Object.entries(expected).sort()))
    return
  throw new Error(`the figures are worthless: ${JSON.stringify(answers)}`)
}

type Result = Awaited<ReturnType<typeof rush>>

const middleOf = (runs: readonly Result[]): Result =>
  at(
    runs.toSorted((a, b) => a.rate - b.rate),
    Math.floor(runs.length / 2),
  )

const COLUMNS = ['', 'per second', 'ratio', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs']

const row = (
  name: string,
  orders: number,
  { rate, durations, used }: Result,
  reference: number,
): Table['rows'][number] => [
  name,
  rate,
  `${(rate / (reference || rate)).toFixed(2)}×`,
  quantile(durations, 0.5),
  quantile(durations, 0.99),
  ...[used.server, used.postgres].map((us) => Math.round(us / orders)),
]

export const rushBench: Bench = {
  name: 'rush',
  about: `registrations for one event over HTTP, limits of all six kinds, coupon, term and question; durable; the middle one of ${RUNS} runs; µs: CPU time for each registration`,
  run: () =>
    withDatabase(async (db, url) => {
      const tables: Table[] = []
      for (const [name, options] of [
        ['Free', FREE],
        ['Paid', PAID],
      ] as const) {
        const rows: Table['rows'] = []
        const single = [await startServer(url, { limited: true, oneByOne: ONE_BY_ONE_CONNECTIONS })]
        const event = await createEvent(db, options)
        const reference = { events: [event], connections: 64, servers: single }
        await rush(db, { ...reference, orders: 200 })
        const one = await rush(db, { ...reference, orders: ORDERS_ONE_BY_ONE })
        expectAnswers(one.answers, { [REGISTERED]: ORDERS_ONE_BY_ONE })
        rows.push(row('one transaction a request, 64 connections', ORDERS_ONE_BY_ONE, one, 0))
        await Promise.all(single.map((server) => server.stop()))

        const servers = [await startServer(url, { limited: true })]
        await rush(db, { events: [event], connections: 64, orders: 1_000, servers })
        for (const connections of CONNECTIONS) {
          const runs: Result[] = []
          while (runs.length < RUNS) {
            const run = await rush(db, { events: [event], connections, orders: ORDERS, servers })
            expectAnswers(run.answers, { [REGISTERED]: ORDERS })
            runs.push(run)
          }
          rows.push(row(`${connections} connections`, ORDERS, middleOf(runs), one.rate))
        }
        await Promise.all(servers.map((server) => server.stop()))
        tables.push({ title: name, columns: COLUMNS, rows })
      }
      return tables
    }),
}

const TIERED: EventOptions = {
  ...PAID,
  kits: [
    {
      capacity: LIMIT,
      sizes: [{ name: 'M', capacity: LIMIT }],
      isIncrement: false,
      tiers: [
        { name: '1º lote', valueCents: 8_000, capacity: LIMIT - 1 },
        { name: '2º lote', valueCents: 10_000 },
      ],
    },
  ],
  // Every runner of the benchmark is older than 20.
  rights: [
    { name: 'Idade', min_age: 20, rate: 2_000, stackable: true },
    { name: 'PCD', declaration: 'Declaro.', capacity: 100, reservedUntil: '2099-01-01' },
  ],
}

/** Runs alternate, so that a slow minute of the machine concerns both. */
export const offers: Bench = {
  name: 'offers',
  about: `paid registrations over HTTP with 500 connections, without and with price tiers, a discount by right and reserved spots; the middle ones of ${OFFER_RUNS} runs each`,
  run: () =>
    withDatabase(async (db, url) => {
      const servers = [await startServer(url, { limited: true })]
      const kinds = [
        { name: 'one price', event: await createEvent(db, PAID), runs: [] as Result[] },
        { name: 'tiers and discounts by right', event: await createEvent(db, TIERED), runs: [] as Result[] },
      ]
      for (const { event } of kinds)
        await rush(db, { events: [event], connections: 64, orders: 1_000, servers })
      for (let n = 0; n < OFFER_RUNS; n++)
        for (const { event, runs } of kinds) {
          const run = await rush(db, { events: [event], connections: 500, orders: ORDERS, servers })
          expectAnswers(run.answers, { [REGISTERED]: ORDERS })
          runs.push(run)
        }
      await Promise.all(servers.map((server) => server.stop()))
      const [plain, tiered] = kinds.map(({ name, runs }) => ({ name, run: middleOf(runs) }))
      if (!plain || !tiered) throw new Error('two kinds of events were measured')
      const rows = [plain, tiered].map(({ name, run }) => row(name, ORDERS, run, plain.run.rate))
      return [{ title: 'Tiers and rights', columns: COLUMNS, rows }]
    }),
}

export const soldOut: Bench = {
  name: 'sold-out',
  about: 'answers per second over HTTP for an event that is sold out; each refusal names what is sold out',
  run: () =>
    withDatabase(async (db, url) => {
      const servers = [await startServer(url, { limited: true })]
      const event = await createEvent(db, { ...FREE, capacity: SPOTS })
      const result = await rush(db, { events: [event], connections: 500, orders: ORDERS, servers })
      expectAnswers(result.answers, { [REGISTERED]: SPOTS, [SOLD_OUT]: ORDERS - SPOTS })
      const rows = [row('500 connections', ORDERS, result, 0)]
      await Promise.all(servers.map((server) => server.stop()))
      return [{ title: `Answers of an event with ${SPOTS} places`, columns: COLUMNS, rows }]
    }),
}
