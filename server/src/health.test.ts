import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createRegistrationQueue } from '#server/features/checkout/order/registration-queue.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { VERSION } from '#server/lib/version.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { register, submission } from '#test/wizard.ts'

vi.setConfig({ testTimeout: 60_000 })
const POLLING = { timeout: 40_000, interval: 50 }

const { db, url } = await testDatabase()
const network = await lossyNetwork(url)
afterAll(() => network.stop())

async function open(pool: Db, queueDb: Db = pool) {
  const registrationQueue = createRegistrationQueue(queueDb, (await testApp(db)).deps.log)
  const app = await testApp(pool, { deps: { registrationQueue } })
  afterAll(async () => {
    await registrationQueue.close()
    await app.close()
  })
  const ready = async () => {
    const answer = await app.fastify.inject('/health/ready')
    return { code: answer.statusCode, ...answer.json() }
  }
  return { app, ready }
}

test('is ready when every part works, and lists them', async () => {
  const { app, ready } = await open(db)
  app.deps.jobQueues.set('money', { state: 'running', since: new Date() })
  expect(await ready()).toEqual({
    code: 200,
    status: 'ok',
    version: VERSION,
    draining: false,
    database: 'ok',
    registrations: 'ok',
    jobs: { money: 'running' },
  })
})

test('reports a restarting job runner, and is not ready when it stays down', async () => {
  const { app, ready } = await open(db)
  app.deps.jobQueues.set('mail', { state: 'restarting', since: new Date() })
  expect(await ready()).toMatchObject({ code: 200, jobs: { mail: 'restarting' } })
  app.deps.jobQueues.set('mail', { state: 'restarting', since: new Date(Date.now() - 11_000) })
  expect(await ready()).toMatchObject({ code: 503, status: 'unavailable' })
})

test('is not ready while the registration queue is stalled', { tags: 'operation' }, async () => {
  const far = createDb(createPool(network.url))
  afterAll(() => far.destroy())
  const { app, ready } = await open(db, far)
  const event = await createEvent(db)
  const user = await createUser(db)
  network.drop('all')
  const answer = register(app, event, user, submission(event))
  await expect.poll(ready, POLLING).toMatchObject({ code: 503, database: 'ok', registrations: 'stalled' })
  network.restore()
  await expect.poll(ready, POLLING).toMatchObject({ code: 200, registrations: 'ok' })
  expect([201, 503]).toContain((await answer).statusCode)
})

test('stays ready while a race is locked, and says that registrations wait', {
  tags: 'operation',
}, async () => {
  const { app, ready } = await open(db)
  const event = await createEvent(db)
  const user = await createUser(db)
  const forgotten = await db.startTransaction().execute()
  await sql`select from stock_levels where event_id = ${event.id} for update`.execute(forgotten)
  const answer = register(app, event, user, submission(event))
  await expect.poll(ready, POLLING).toMatchObject({ code: 200, status: 'ok', registrations: 'waiting' })
  await forgotten.rollback().execute()
  await expect.poll(ready, POLLING).toMatchObject({ code: 200, registrations: 'ok' })
  expect([201, 503]).toContain((await answer).statusCode)
})

test('is not ready when PostgreSQL does not answer, and reports it promptly', {
  tags: 'operation',
}, async () => {
  const far = createDb(createPool(network.url, { statementMs: 5_000, silentMs: 6_000 }))
  afterAll(() => far.destroy())
  const { ready } = await open(far)
  expect(await ready()).toMatchObject({ code: 200 })
  network.drop('all')
  const asked = performance.now()
  expect(await ready()).toMatchObject({ code: 503, database: 'unavailable' })
  expect(performance.now() - asked).toBeLessThan(6_000)
  network.restore()
  await expect.poll(ready, POLLING).toMatchObject({ code: 200 })
})
