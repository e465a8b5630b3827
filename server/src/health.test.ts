import { afterAll, expect, test, vi } from 'vitest'
import { testApp } from '../test/app.ts'
import { testDatabase } from '../test/database.ts'
import { createEvent } from '../test/factories/event.ts'
import { createUser } from '../test/factories/user.ts'
import { lossyNetwork } from '../test/lossy-network.ts'
import { register, submission } from '../test/wizard.ts'
import { createRegistrationQueue } from './features/checkout/registration-queue.ts'
import { createDb, createPool, type Db } from './lib/db.ts'

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
  app.deps.jobLanes.set('money', { state: 'running', since: new Date() })
  expect(await ready()).toEqual({
    code: 200,
    status: 'ok',
    draining: false,
    database: 'ok',
    registrations: 'ok',
    jobs: { money: 'running' },
  })
})

test('reports a restarting job runner, and is not ready when it stays down', async () => {
  const { app, ready } = await open(db)
  app.deps.jobLanes.set('mail', { state: 'restarting', since: new Date() })
  expect(await ready()).toMatchObject({ code: 200, jobs: { mail: 'restarting' } })
  app.deps.jobLanes.set('mail', { state: 'restarting', since: new Date(Date.now() - 11_000) })
  expect(await ready()).toMatchObject({ code: 503, status: 'unavailable' })
})

test('is not ready while the registration queue is stalled', async () => {
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

test('is not ready, and answers soon, when PostgreSQL does not answer', async () => {
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
