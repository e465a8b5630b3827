// @module-tag operation
import { afterAll, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { callThatWaits } from '#test/locks.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { register, submission } from '#test/wizard.ts'
import { createDb, createPool } from './db.ts'

vi.setConfig({ testTimeout: 60_000 })
const { db, url } = await testDatabase()
const network = await lossyNetwork(url)
const far = createDb(createPool(network.url, { silentMs: 8_000 }))
const app = await testApp(far)
afterAll(async () => {
  await app.close()
  await far.destroy()
  await network.stop()
})
const SECONDS = 1_000

test('while the database hangs, every call is answered with 503 and Retry-After within 5 s', async () => {
  const event = await createEvent(db)
  const [user, other] = [await createUser(db), await createUser(db)]
  expect((await register(app, event, user, submission(event))).statusCode).toBe(201)
  network.drop('all')
  const began = performance.now()
  const calls = [
    register(app, event, other, submission(event)),
    app.call('GET', '/participant/list-events', { token: user.token }),
    app.call('GET', `/events/slug/${event.slug}`),
  ]
  for (const answer of await Promise.all(calls)) {
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(performance.now() - began).toBeLessThan(5 * SECONDS)
  network.restore()
  await expect
    .poll(async () => (await app.call('GET', '/participant/list-events', { token: user.token })).statusCode, {
      timeout: 30 * SECONDS,
    })
    .toBe(200)
})

test('slow work is waited for while the database answers', async () => {
  const { buyer, registrations } = await createOrder(db, await createEvent(db))
  const id = registrations[0]?.id ?? 0
  const holder = await db.startTransaction().execute()
  await holder.selectFrom('registrations').where('id', '=', id).select('id').forUpdate().execute()
  const began = performance.now()
  const answer = app.call('POST', `/participant/registrations/${id}/cancel`, { token: buyer.token })
  await callThatWaits(db, 'for')
  await new Promise((resolve) => setTimeout(resolve, 3.6 * SECONDS))
  await holder.commit().execute()
  expect((await answer).statusCode).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(3.5 * SECONDS)
})
