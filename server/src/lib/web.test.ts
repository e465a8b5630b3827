import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { listenForChanges } from './reconnecting-client.ts'
import type { Web } from './web.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

/**
 * Replaces the build: a page with the number of its rendering, one of our scripts and one injected with the
 * content.
 */
let renders = 0
const web: Web = {
  createPages: () => ({
    addressOf: (url) => ({ url, typed: url.includes('?') }),
    find: async (address) => address,
    async render({ url }) {
      renders++
      return new Response(`<p>${url} ${renders}</p><script>ours()</script><script>smuggled()</script>`, {
        status: { '/events/nenhuma': 404, '/falha': 500 }[url] ?? 200,
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-script-hashes': "'sha256-ours'" },
      })
    },
  }),
  mountAssets: () => undefined,
}
const { fastify, invalidatePublicPages } = await buildApp(app.deps, { web })
afterAll(() => fastify.close())

const get = (url: string, headers: Record<string, string> = {}) => fastify.inject({ url, headers })

test('a page is sent in an accepted encoding, and 304 for a matching ETag', async () => {
  const plain = await get('/encodings')
  expect(plain.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'cdn-cache-control': 'max-age=1, stale-while-revalidate=10, stale-if-error=300',
    vary: 'accept-encoding',
    // Only our script's hash, whatever scripts the page contains.
    'content-security-policy': expect.stringContaining("; script-src 'self' 'sha256-ours'; "),
  })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const br = await get('/encodings', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload)
  const gzip = await get('/encodings', { 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)

  const known = await get('/encodings', { 'if-none-match': String(plain.headers.etag) })
  expect(known.statusCode).toBe(304)
  expect(known.body).toBe('')
})

test('shared caches store neither errors nor searches', async () => {
  for (const url of ['/falha', '/busca?q=noite'])
    expect((await get(url)).headers['cdn-cache-control'], url).toBeUndefined()
})

test('HEAD is GET without the body', async () => {
  const answer = await fastify.inject({ method: 'HEAD', url: '/head' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toBe('')
})

test('the page of an unknown event is 404', async () => {
  expect((await get('/events/nenhuma')).statusCode).toBe(404)
})

test('an event change notified by the database clears the page cache', async () => {
  const stop = await listenForChanges(db, 'events_changed', invalidatePublicPages, app.deps.log)
  const first = (await get('/changing')).body
  await sql`select pg_notify('events_changed', '')`.execute(db)
  await expect.poll(async () => (await get('/changing')).body, { interval: 10 }).not.toBe(first)
  await stop()
})

test('a missing asset is 404, not a page', async () => {
  const before = renders
  const answer = await get('/assets/gone-abc123.js')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).not.toContain('text/html')
  expect(renders).toBe(before)
})

test('too many searches get an HTML page that reloads itself', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => get(`/?title=${n}`)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '5',
    'cache-control': 'no-store',
  })
  expect(refused[0]?.body).toContain('Muitas tentativas. Aguarde um momento e tente de novo.')
  expect((await get('/calm')).statusCode).toBe(200)
})
