import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { lockAccounts } from '#server/features/account/queries.ts'
import { createDb, createPool } from '#server/lib/db.ts'
import { asAppError } from '#server/lib/errors.ts'
import { createMetrics } from '#server/lib/metrics.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type TestEvent } from '#test/factories/event.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createUser, createUsers } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { callThatWaits } from '#test/locks.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { createRegistrationQueue, type RegistrationQueue } from './registration-queue.ts'

const { db, url } = await testDatabase()
const log = pino({ level: 'silent' })
const queues: RegistrationQueue[] = []
const { id: buyer } = await createUser(db)

function queueOf(limits: Parameters<typeof createRegistrationQueue>[2] = {}): RegistrationQueue {
  const queue = createRegistrationQueue(db, log, limits)
  queues.push(queue)
  return queue
}

afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()))
  expect(await brokenInvariants(db)).toEqual([])
})

const kinds = async (answers: Promise<{ kind: string }>[]) =>
  (await Promise.all(answers)).map(({ kind }) => kind)

/** Counts the transactions in which the orders of an event were written. */
async function transactionsOf(event: TestEvent): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text)::int as count from orders where event_id = ${event.id}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks an event's row, as a save does, until the returned `commit` is called. */
async function holdEvent(event: TestEvent) {
  const saving = await db.startTransaction().execute()
  await saving.selectFrom('events').where('id', '=', event.id).select('id').forUpdate().execute()
  return saving
}

test('orders that arrive during a call are written together by the next one, in arrival order', async () => {
  const event = await createEvent(db, { capacity: 250 })
  const queue = queueOf()
  const buyers = await createUsers(db, 300)
  const answers = buyers.map(({ id }) => queue.submit(orderRequest(event, id)))
  expect(await kinds(answers)).toEqual([
    ...Array.from({ length: 250 }, () => 'registered'),
    ...Array.from({ length: 50 }, () => 'sold_out'),
  ])
  expect(await transactionsOf(event)).toBe(2)
})

test('is busy from the 50th order within a second until a second later', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const [last, ...others] = await createUsers(db, 50)
  const since = performance.now()
  const answers = others.map(({ id }) => queue.submit(orderRequest(event, id)))
  expect(queue.isBusy()).toBe(false)
  answers.push(queue.submit(orderRequest(event, last?.id ?? 0)))
  expect(queue.isBusy()).toBe(true)
  await Promise.all(answers)
  await expect.poll(() => queue.isBusy()).toBe(false)
  expect(performance.now() - since).toBeGreaterThan(1_000)
})

test('rejects only the order that makes a call fail', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const answers = Array.from({ length: 9 }, (_, n) =>
    queue.submit(orderRequest(event, n === 4 ? 999_999 : buyer)),
  )
  const settled = await Promise.allSettled(answers)
  expect(settled.map(({ status }) => status)).toEqual(
    Array.from({ length: 9 }, (_, n) => (n === 4 ? 'rejected' : 'fulfilled')),
  )
})

test('rejects the order of an account that is excluded meanwhile, and accepts the others', async () => {
  const event = await createEvent(db)
  const { id: leaver } = await createUser(db)
  const queue = queueOf()
  const leaving = await db.startTransaction().execute()
  await lockAccounts(leaving, [leaver])
  await leaving.updateTable('users').set({ anonymized_at: new Date() }).where('id', '=', leaver).execute()
  const answers = [buyer, leaver, buyer].map((id) => queue.submit(orderRequest(event, id)))
  const settled = Promise.allSettled(answers)
  await callThatWaits(db, 'take_spots')
  await leaving.commit().execute()
  const [one, gone, two] = await settled
  expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(asAppError(gone?.status === 'rejected' && gone.reason)).toMatchObject({ code: 'unauthenticated' })
})

test('an order with a key in flight shares its outcome, or waits when its content differs', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const order = orderRequest(event, buyer)
  const [first, same, other] = await Promise.all([
    queue.submit(order),
    queue.submit(orderRequest(event, buyer, { key: order.key, requestHash: order.requestHash })),
    queue.submit(orderRequest(event, buyer, { key: order.key, requestHash: 'other words' })),
  ])
  expect(same).toEqual(first)
  expect(other).toEqual({ kind: 'key_reused' })
})

test('treats the same key of two buyers as two orders', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const { id: other } = await createUser(db)
  const key = 'the-same-key'
  expect(await kinds([buyer, other].map((id) => queue.submit(orderRequest(event, id, { key }))))).toEqual([
    'registered',
    'registered',
  ])
})

test('rejects with busy immediately when the wait would be too long, with a Retry-After', async () => {
  const event = await createEvent(db)
  const queue = queueOf({ maxWaitMs: 200 })
  const saving = await holdEvent(event)
  const waits = queue.submit(orderRequest(event, buyer))
  await expect.poll(() => queue.expectedWaitMs()).toBeGreaterThan(200)
  const refused = queue.submit(orderRequest(event, buyer))
  await expect(refused).rejects.toMatchObject({ code: 'busy', status: 503 })
  await expect(refused).rejects.toHaveProperty('retryAfterSeconds')
  await saving.commit().execute()
  expect(await kinds([waits])).toEqual(['registered'])
})

test('measures the duration of its calls', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const before = queue.perSecond()
  await Promise.all((await createUsers(db, 100)).map(({ id }) => queue.submit(orderRequest(event, id))))
  expect(queue.perSecond()).not.toBe(before)
  expect(queue.expectedWaitMs()).toBe(0)
})

test('retries a call interrupted by the database, and writes its orders once', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const saving = await holdEvent(event)
  const answers = [1, 2, 3].map(() => queue.submit(orderRequest(event, buyer)))
  await sql`select pg_terminate_backend(${await callThatWaits(db, 'take_spots')}::int)`.execute(db)
  await saving.commit().execute()
  expect(await kinds(answers)).toEqual(['registered', 'registered', 'registered'])
  expect(await transactionsOf(event)).toBe(1)
})

describe('when the network silently drops packets', { tags: 'operation' }, () => {
  const behind = async () => {
    const network = await lossyNetwork(url)
    const far = createDb(createPool(network.url))
    const queue = createRegistrationQueue(far, log, { callMs: 200, retryMs: 2_000 })
    const event = await createEvent(db)
    // The queue has opened its connection.
    await queue.submit(orderRequest(event, buyer))
    const stop = async () => {
      await queue.close()
      await far.destroy()
      await network.stop()
    }
    return { network, queue, event, stop }
  }

  test('retries the call on another connection, and writes its orders once', async () => {
    const { network, queue, event, stop } = await behind()
    network.drop('open')
    const answers = [1, 2, 3].map(() => queue.submit(orderRequest(event, buyer)))
    await expect.poll(() => queue.silentMs()).toBeGreaterThan(100)
    expect(await kinds(answers)).toEqual(['registered', 'registered', 'registered'])
    expect(await transactionsOf(event)).toBe(2)
    await expect.poll(() => queue.silentMs()).toBe(0)
    await stop()
  })

  test('rejects with busy while the failure lasts, and works again afterwards', async () => {
    const { network, queue, event, stop } = await behind()
    network.drop('all')
    await expect(queue.submit(orderRequest(event, buyer))).rejects.toMatchObject({ code: 'busy' })
    network.restore()
    expect(await kinds([queue.submit(orderRequest(event, buyer))])).toEqual(['registered'])
    await stop()
  })
})

test('a locked event does not delay other events, and its orders are answered when it is unlocked', {
  tags: 'operation',
}, async () => {
  const locked = await createEvent(db)
  const free = await createEvent(db)
  const queue = queueOf()
  const saving = await holdEvent(locked)
  const [waits, goes] = [locked, free].map((event) => queue.submit(orderRequest(event, buyer)))
  const order: string[] = []
  const both = [waits?.then(() => order.push('locked')), goes?.then(() => order.push('free'))]
  await goes
  await saving.commit().execute()
  await Promise.all(both)
  expect(order).toEqual(['free', 'locked'])
})

test('rejects with busy when the database stays unavailable', { tags: 'operation' }, async () => {
  const event = await createEvent(db)
  const queue = queueOf({ retryMs: 0 })
  const saving = await holdEvent(event)
  const answer = queue.submit(orderRequest(event, buyer))
  await expect(answer).rejects.toMatchObject({ code: 'busy' })
  await saving.commit().execute()
})

test('shows the orders of a locked event: their age, the failed calls, and that they were refused', {
  tags: 'operation',
}, async () => {
  const event = await createEvent(db)
  const metrics = createMetrics()
  const queue = queueOf({ retryMs: 2_500, metrics })
  const saving = await holdEvent(event)
  const began = performance.now()
  const refused = expect(queue.submit(orderRequest(event, buyer))).rejects.toMatchObject({ code: 'busy' })
  // Each call ends with a lock timeout after a second, which must not make the order young again.
  await expect.poll(() => queue.oldestMs(), { timeout: 5_000 }).toBeGreaterThan(1_800)
  expect(queue.silentMs()).toBeLessThan(1_800)
  const late = queue.submit(orderRequest(event, buyer))
  await refused
  expect(performance.now() - began).toBeLessThan(5_000)
  await saving.commit().execute()
  expect(await kinds([late])).toEqual(['registered'])
  expect(queue.oldestMs()).toBe(0)
  const text = await metrics.registry.metrics()
  expect(text).toContain('largada_orders_total{outcome="refused_database"} 1\n')
  expect(text).toContain('largada_orders_total{outcome="registered"} 1\n')
  const calls = Number(text.split('largada_registration_batch_seconds_count ')[1]?.split('\n')[0])
  expect(calls).toBeGreaterThanOrEqual(3)
})

test('close() answers the accepted orders and accepts no more', async () => {
  const event = await createEvent(db)
  const queue = queueOf()
  const accepted = [1, 2, 3].map(() => queue.submit(orderRequest(event, buyer)))
  const closing = queue.close()
  await expect(queue.submit(orderRequest(event, buyer))).rejects.toMatchObject({ code: 'busy' })
  await closing
  expect(await kinds(accepted)).toEqual(['registered', 'registered', 'registered'])
  queues.splice(0)
})
