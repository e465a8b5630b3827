import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { createAnswerCache } from './answer-cache.ts'
import { listenForChanges } from './reconnecting-client.ts'

const { db } = await testDatabase()
const app = await testApp(db)
// A second process: its cache learns of changes only through PostgreSQL.
const other = await testApp(db)
const stops = await Promise.all(
  [app, other].map(({ invalidatePublicPages, deps }) =>
    listenForChanges(db, 'events_changed', invalidatePublicPages, deps.log),
  ),
)
afterAll(async () => {
  for (const stop of stops) await stop()
  await app.close()
  await other.close()
})

const get = (path: string, headers: Record<string, string> = {}) => app.call('GET', path, { headers })
const eventOf = async (id: number, from = app) =>
  (await from.call('GET', `/events/${id}`)).json<{ data: PublicEvent }>().data

test('a response is sent in the encoding that the client accepts, with the same content', async () => {
  const { id } = await createEvent(db)
  const plain = await get(`/events/${id}`)
  const brotli = await get(`/events/${id}`, { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get(`/events/${id}`, { 'accept-encoding': 'gzip' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
})

test('a client that has the current response gets 304', async () => {
  const { id } = await createEvent(db)
  const { etag } = (await get('/events')).headers
  const again = await get('/events', { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await db.updateTable('events').set({ title: 'Outro nome' }).where('id', '=', id).execute()
  await expect
    .poll(async () => (await get('/events', { 'if-none-match': String(etag) })).statusCode)
    .toBe(200)
})

test('a saved change is visible in every process within a second', async () => {
  const { id } = await createEvent(db, { title: 'Antes' })
  for (const process of [app, other]) expect((await eventOf(id, process)).title).toBe('Antes')
  await db.updateTable('events').set({ title: 'Depois', version: 2 }).where('id', '=', id).execute()
  for (const process of [app, other])
    await expect.poll(async () => (await eventOf(id, process)).title, { timeout: 1_000 }).toBe('Depois')
})

test('a change that is not announced is visible after a second', async () => {
  const event = await createEvent(db, { capacity: 40 })
  expect((await eventOf(event.id)).spots_left).toBe(40)
  await createOrder(db, event)
  await expect.poll(async () => (await eventOf(event.id)).spots_left, { timeout: 1_500 }).toBe(39)
})

test('errors and searches for typed text are not cached', async () => {
  expect((await get('/events/999999')).statusCode).toBe(404)
  const search = await get('/events?title=nada')
  expect(search.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(search.headers.etag).toBeUndefined()
})

test('a response to a session is not cached by browsers', async () => {
  const { token } = await createUser(db)
  expect((await app.call('GET', '/events', { token })).headers['cache-control']).toBe('no-store')
})

const ANY = { key: 'key', route: '/any' }

test('a response computed while a change is announced is not cached', async () => {
  const answers = createAnswerCache({})
  answers.clear()
  const slow = Promise.withResolvers<string>()
  const first = answers.get({ ...ANY, make: () => slow.promise })
  answers.clear()
  const second = await answers.get({ ...ANY, make: async () => 'after' })
  slow.resolve('before')
  expect((await first).body.toString()).toBe('"before"')
  expect((await answers.get({ ...ANY, make: async () => 'later' })).body.toString()).toBe('"after"')
  expect(second.body.toString()).toBe('"after"')
})

test('concurrent requests share one response, and nothing is cached before changes are listened for', async () => {
  const answers = createAnswerCache({})
  let made = 0
  const make = async () => ++made
  await Promise.all([answers.get({ ...ANY, make }), answers.get({ ...ANY, make })])
  expect(made).toBe(1)
  await answers.get({ ...ANY, make })
  expect(made).toBe(2)
})
