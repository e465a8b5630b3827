import { pino } from 'pino'
import { createRegistrationQueue } from '#server/features/checkout/registration-queue.ts'
import type { Db } from '#server/lib/db.ts'
import { at, createEvent, type EventOptions } from '../server/test/factories/event.ts'
import { orderRequest } from '../server/test/factories/order-request.ts'
import { createUsers, type TestUser } from '../server/test/factories/user.ts'
import { brokenInvariants } from '../server/test/invariants.ts'
import { type Bench, perSecond, quantile, type Table } from './bench.ts'
import { withDatabase } from './database.ts'

interface Way {
  name: string
  orders: number
  /** Orders in one call. */
  maxBatch: number
  /** Calls in flight: one queue and connection each. */
  connections: number
  /** Runners waiting for an answer at a time. */
  waiting: number
  event?: EventOptions
}

const USERS_A_STATEMENT = 1_000

const WAYS: Way[] = [
  { name: 'one order a call, 1 connection', orders: 2_000, maxBatch: 1, connections: 1, waiting: 1 },
  { name: 'one order a call, 8 connections', orders: 3_000, maxBatch: 1, connections: 8, waiting: 500 },
  { name: 'set-based, 50 waiting', orders: 10_000, maxBatch: 200, connections: 1, waiting: 50 },
  { name: 'set-based, 500 waiting', orders: 20_000, maxBatch: 200, connections: 1, waiting: 500 },
  {
    name: 'set-based, 500 waiting, sold out at 1,000',
    orders: 20_000,
    maxBatch: 200,
    connections: 1,
    waiting: 500,
    event: { capacity: 1_000 },
  },
]

/** One popular event; every order has a kit, a size, a coupon, terms, an answer, a payment and its job. */
export const registrations: Bench = {
  name: 'registrations',
  about: 'registrations per second for one event through the write path, durable, all on this machine',
  run: () =>
    withDatabase(async (db) => {
      const rows: Table['rows'] = []
      let single = 0
      for (const way of WAYS) {
        const { rate, p50, p99, registered } = await measure(db, way)
        single ||= rate
        rows.push([way.name, way.orders, registered, rate, `${(rate / single).toFixed(1)}×`, p50, p99])
      }
      const columns = ['', 'orders', 'registered', 'answers/s', 'ratio', 'p50 ms', 'p99 ms']
      return [{ title: 'Registrations for one event', columns, rows }]
    }),
}

async function measure(db: Db, way: Way) {
  const event = await createEvent(db, {
    coupons: [{ code: 'DEZ' }],
    kits: [{ sizes: [{ name: 'P' }, { name: 'M' }, { name: 'G' }] }],
    ...way.event,
  })
  const buyers: TestUser[] = []
  while (buyers.length < way.orders) buyers.push(...(await createUsers(db, USERS_A_STATEMENT)))
  const orders = buyers
    .slice(0, way.orders)
    .map(({ id }, n) => orderRequest(event, id, { people: [{ size: n % 3, coupon: 0 }] }))
  const log = pino({ level: 'silent' })
  const queues = Array.from({ length: way.connections }, () =>
    createRegistrationQueue(db, log, { maxBatch: way.maxBatch }),
  )
  // The first call of a connection plans its statements.
  await Promise.all(queues.map((queue, n) => queue.submit(orderRequest(event, at(buyers, n).id))))

  const durations: number[] = []
  let registered = 0
  let next = 0
  const runner = async (n: number) => {
    const queue = queues[n % queues.length]
    for (let order = orders[next++]; order && queue; order = orders[next++]) {
      const started = performance.now()
      const { kind } = await queue.submit(order)
      durations.push(performance.now() - started)
      if (kind === 'registered') registered++
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: way.waiting }, (_, n) => runner(n)))
  const elapsed = performance.now() - started

  await Promise.all(queues.map((queue) => queue.close()))
  const broken = await brokenInvariants(db)
  if (broken.length > 0) throw new Error(`the figures are worthless: ${broken.join('; ')}`)
  return {
    rate: perSecond(way.orders, elapsed),
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    registered,
  }
}
