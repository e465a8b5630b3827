import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#test/database.ts'
import { transaction } from './db.ts'
import { defineJob } from './jobs.ts'
import { defineEvent, on, publish, storeSubscriptions } from './outbox.ts'
import { runInContext } from './work-context.ts'

const { db } = await testDatabase()

const shipped = defineEvent('parcel.shipped', z.object({ parcelId: z.int(), express: z.boolean() }))
const lost = defineEvent('parcel.lost', z.object({ parcelId: z.int() }))
const parcel = z.object({ parcelId: z.int() })
const nothing = async () => undefined
const tell = defineJob('tell', parcel, nothing, {
  subscriptions: [on(shipped), on(lost, { delayMs: 60_000 })],
})
const hurry = defineJob('hurry', parcel, nothing, {
  priority: 'low',
  subscriptions: [on(shipped, { only: { express: true } })],
})
const sum = defineJob('sum', parcel, nothing, {
  subscriptions: [on(lost, { oncePer: 'parcelId', keepsTime: true, delayMs: 1000 })],
})

const now = new Date()
const laterBy = (ms: number) => new Date(now.getTime() + ms)

const publishAll = (event: typeof shipped, parcels: { parcelId: number; express: boolean }[]) =>
  transaction(db, (tx) => publish(tx, event, parcels, now))
const lose = (at: Date, ...ids: number[]) =>
  transaction(db, (tx) =>
    publish(
      tx,
      lost,
      ids.map((parcelId) => ({ parcelId })),
      at,
    ),
  )

async function jobs() {
  const { rows } = await sql<{ task: string; payload: unknown; priority: number; run_at: Date }>`
    select identifier as task, payload, jobs.priority, run_at
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    order by identifier, payload ->> 'parcelId', jobs.id`.execute(db)
  return rows
}
const named = async () => (await jobs()).map(({ task, payload }) => [task, payload])

beforeEach(() => storeSubscriptions(db, [tell, hurry, sum]))
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

test('adds one job for each event and subscription whose condition the payload meets', async () => {
  await publishAll(shipped, [
    { parcelId: 1, express: false },
    { parcelId: 2, express: true },
  ])
  expect(await named()).toEqual([
    ['hurry', { parcelId: 2, express: true }],
    ['tell', { parcelId: 1, express: false }],
    ['tell', { parcelId: 2, express: true }],
  ])
  expect((await jobs()).map(({ priority }) => priority)).toEqual([hurry.priority, 0, 0])
})

test('delays a job from the time of the event, and keeps one waiting job for each id', async () => {
  await lose(now, 1, 2)
  await lose(laterBy(500), 1)
  expect((await jobs()).map(({ task, run_at }) => [task, run_at.getTime() - now.getTime()])).toEqual([
    ['sum', 1000],
    ['sum', 1000],
    ['tell', 60_000],
    ['tell', 60_500],
    ['tell', 60_000],
  ])
})

test('a replaced job takes the time of the last event, unless it keeps its time', async () => {
  const last = defineJob('sum', parcel, nothing, {
    subscriptions: [on(lost, { oncePer: 'parcelId', delayMs: 1000 })],
  })
  await storeSubscriptions(db, [last])
  await lose(now, 1)
  await lose(laterBy(500), 1)
  expect((await jobs()).map(({ run_at }) => run_at)).toEqual([laterBy(1500)])
})

test('commits and rolls back with the transaction that publishes', async () => {
  const rolledBack = transaction(db, async (tx) => {
    await publish(tx, lost, [{ parcelId: 1 }], now)
    throw new Error('undone')
  })
  await expect(rolledBack).rejects.toThrow('undone')
  expect(await jobs()).toEqual([])
})

test('a job carries the request that published, and nothing that the event does not declare', async () => {
  const parcel = { parcelId: 1, express: false, address: 'Rua das Flores' }
  await runInContext({ reqId: 'request-1' }, () => publishAll(shipped, [parcel]))
  expect(await named()).toEqual([['tell', { parcelId: 1, express: false, _origin: { reqId: 'request-1' } }]])
  const wrong = transaction(db, (tx) => publish(tx, lost, [{ parcelId: 1.5 }], now))
  await expect(wrong).rejects.toThrow('parcelId')
})

test('an event without subscribers and an empty list add nothing', async () => {
  await storeSubscriptions(db, [tell])
  await transaction(db, async (tx) => {
    await publish(tx, defineEvent('parcel.found', z.object({})), [{}], now)
    await publish(tx, lost, [], now)
  })
  expect(await jobs()).toEqual([])
})

test('processes that start together store the same subscriptions; what no job declares any more is removed', async () => {
  await Promise.all(Array.from({ length: 4 }, () => storeSubscriptions(db, [tell, hurry])))
  await lose(now, 1)
  expect(await named()).toEqual([['tell', { parcelId: 1 }]])
})
