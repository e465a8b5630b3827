import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskFiles } from './files.ts'
import { handleErrors } from './http.ts'
import { storageRoutes } from './storage-routes.ts'

const folder = await mkdtemp(join(tmpdir(), 'largada-storage-'))
const files = diskFiles(folder)
const app = Fastify()
handleErrors(app)
storageRoutes(app, files)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(200)}</svg>`

beforeAll(async () => {
  await files.write('events/capa-1.svg', svg)
  await files.write('avatars/a-1.webp', Buffer.from('webp'))
  await files.write('documents/laudo.pdf', '%PDF-')
  await files.write('events/pagina.html', '<script>alert(1)</script>')
})

describe('a public file', () => {
  test('is cached as immutable and sandboxed when opened directly', async () => {
    const answer = await app.inject('/storage/events/capa-1.svg')
    expect(answer.body).toBe(svg)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    })
  })

  test('is compressed when it is text', async () => {
    const answer = await app.inject({
      url: '/storage/events/capa-1.svg',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(answer.rawPayload.length).toBeLessThan(svg.length / 10)
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(svg)
  })

  test('of a person is 404 immediately after it is deleted', async () => {
    await files.write('avatars/b-2.webp', Buffer.from('webp'))
    expect((await app.inject('/storage/avatars/b-2.webp')).statusCode).toBe(200)
    await files.remove('avatars/b-2.webp')
    expect((await app.inject('/storage/avatars/b-2.webp')).statusCode).toBe(404)
  })

  test('is 304 for a matching ETag', async () => {
    const { headers } = await app.inject('/storage/avatars/a-1.webp')
    const again = await app.inject({
      url: '/storage/avatars/a-1.webp',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })
})

test.each([
  '/storage/documents/laudo.pdf',
  '/storage/events/../documents/laudo.pdf',
  '/storage/events/..%2fdocuments%2flaudo.pdf',
  '/storage/events/%2e%2e/documents/laudo.pdf',
  '/storage/events%2f..%2f..%2fetc%2fpasswd',
  '/storage/events/pagina.html',
  '/storage/events/nada.svg',
  '/storage/events/',
  '/storage/',
])('%s is not found', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404)
})
