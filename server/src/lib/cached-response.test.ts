import { connect, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import type { Web } from './web.ts'

const { db } = await testDatabase()
const app = await testApp(db)
const web: Web = {
  createPages: () => ({
    addressOf: (url) => ({ url, typed: url.includes('?') }),
    find: async (address) => address,
    render: async ({ url }) =>
      new Response(`<p>${url}</p>`, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  }),
  mountAssets: () => undefined,
}
const { fastify, invalidatePublicPages } = await buildApp(app.deps, { web })
/** Number of requests handled by the application instead of the cache. */
let routed = 0
fastify.addHook('onRequest', async () => {
  routed++
})
const address = await fastify.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await fastify.close()
  await app.close()
})

const get = (path: string, init: RequestInit = {}) => fetch(address + path, init)
const { id } = await createEvent(db)
const ADDRESSES = ['/', `/api/v1/events/${id}`, '/api/v1/events']

beforeEach(() => {
  invalidatePublicPages()
  routed = 0
  // The clock stands still: on a busy machine half a second may pass between two requests, and the cached
  // response would expire.
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now)
})
afterEach(() => vi.restoreAllMocks())

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** The headers without those that differ from one response to the next. */
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))

test.each(ADDRESSES)('%s is answered the same with and without its route', async (path) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    invalidatePublicPages()
    routed = 0
    const [routedAnswer, kept] = [
      await get(path, { headers: { 'accept-encoding': encoding } }),
      await get(path, { headers: { 'accept-encoding': encoding } }),
    ]
    expect(routed).toBe(1)
    expect(headersOf(kept)).toEqual(headersOf(routedAnswer))
    expect(await kept.text()).toBe(await routedAnswer.text())
  }
})

test.each([
  ['br', 'br'],
  ['gzip;q=0.5, BR ; q=0.001', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, br;q=0.000', 'gzip'],
  ['br;q=0', null],
  ['gzip;q=0,br;q=0.0', null],
  ['x-br, gzip-x', null],
  ['identity', null],
])('accepting %s, a kept answer is encoded as %s', async (accepted, encoding) => {
  for (const path of ADDRESSES) {
    const answer = await get(path, { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
  }
})

test.each(ADDRESSES)('%s is answered with 304 when the client has it', async (path) => {
  const etag = (await get(path)).headers.get('etag') ?? ''
  const again = await get(path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), routed]).toEqual([304, '', 1])
})

test('the id of a request is returned, and generated if it is missing', async () => {
  await get('/')
  const answers = [await get('/', { headers: { 'x-request-id': 'from-the-proxy' } }), await get('/')]
  expect(routed).toBe(1)
  expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual([
    'from-the-proxy',
    expect.stringMatching(/^[\da-f-]{36}$/),
  ])
})

test.each(ADDRESSES)('%s reaches the application with a session or another method than GET', async (path) => {
  const { token } = await createUser(db)
  await get(path)
  const mine = await get(path, { headers: { authorization: `Bearer ${token}` } })
  expect(mine.headers.get('cache-control')).toBe('no-store')
  await get(path, { method: 'HEAD' })
  expect(routed).toBe(3)
})

test('no cached response is sent after a change', async () => {
  for (const path of ADDRESSES) await get(path)
  invalidatePublicPages()
  for (const path of ADDRESSES) await get(path)
  expect(routed).toBe(2 * ADDRESSES.length)
})

test('a request that ends while the server closes is the last of its connection', async () => {
  const ending = await buildApp(app.deps, { web })
  const { port } = new URL(await ending.fastify.listen({ host: '127.0.0.1', port: 0 }))
  await (await fetch(`http://127.0.0.1:${port}/`)).text()
  const socket = connect(Number(port), '127.0.0.1')
  const answer = text(socket)
  socket.write('GET / HTTP/1.1\r\nhost: largada.test\r\n')
  await vi.waitFor(async () => expect(await connectionsOf(ending.fastify.server)).toBe(2))
  const closed = ending.fastify.close()
  await vi.waitFor(() => expect(ending.fastify.server.listening).toBe(false))
  socket.write('\r\n')
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i)
  await closed
})

test('two Host headers are rejected, also for cached responses', async () => {
  const { port } = new URL(address)
  for (const path of [...ADDRESSES, '/health/live', '/nada'])
    for (const hosts of [
      ['largada.test', 'outro.test'],
      ['largada.test', 'largada.test'],
    ]) {
      await (await get(path)).text()
      const socket = connect(Number(port), '127.0.0.1')
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
      socket.end(`GET ${path} HTTP/1.1\r\n${lines}\r\n`)
      expect(await text(socket), path).toMatch(/^HTTP\/1.1 400 .*"message":"Requisição inválida."/s)
    }
})

test('every response counts for its route', async () => {
  const counted = async () => {
    const { values } = await app.deps.metrics.requests.get()
    const of = (route: string) =>
      values.find(
        ({ metricName, labels }) =>
          metricName?.endsWith('_count') && labels.route === route && labels.status === '2',
      )?.value ?? 0
    return [of('/*'), of('/api/v1/events/:id')]
  }
  const before = await counted()
  for (let n = 0; n < 3; n++) for (const path of ['/', `/api/v1/events/${id}`]) await get(path)
  expect(routed).toBe(2)
  expect(await counted()).toEqual(before.map((count) => count + 3))
})
