import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAP_ORIGINS } from '#contract/maps.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()
const app = await testApp(db, { env: { PUBLIC_URL: 'https://largada.test' } })
afterAll(app.close)
beforeAll(() => app.deps.files.write('events/rota.pdf', '%PDF-1.7'))

const ADDRESSES = [
  '/api/v1/states',
  '/api/v1/me',
  '/api/v1/nada',
  '/api/v1/openapi.json',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-initializer.js',
  '/health/live',
  '/robots.txt',
  '/dev/mail',
  '/storage/events/rota.pdf',
  '/storage/events/nada.webp',
  '/sandbox/nada',
  // Refused before routing.
  '/api/v1/%zz',
]

const get = (url: string) => app.fastify.inject({ url, headers: { origin: 'https://outro.test' } })

describe.each(ADDRESSES)('%s', (url) => {
  test('has the security headers', async () => {
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('sets no cookie and allows no other origin', async () => {
    const { headers } = await get(url)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

test('the policy allows no foreign content and no inline scripts', async () => {
  const policy = String((await get('/api/docs/static/index.html')).headers['content-security-policy'])
  for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"])
    expect(policy.split('; ')).toContain(rule)
  // Of a map's host, scripts may load one file and nothing else.
  const connect = policy.split('; ').find((rule) => rule.startsWith('connect-src'))
  expect(connect).toBe(`connect-src 'self' ${MAP_ORIGINS.map((origin) => `${origin}/robots.txt`).join(' ')}`)
})

test('TRACE is refused', async () => {
  for (const url of ['/', '/api/v1/states', '/health/live'])
    expect((await app.fastify.inject({ method: 'TRACE' as 'GET', url })).statusCode).toBe(404)
})

test('without https there is no HSTS header', async () => {
  const plain = await testApp(db, { env: { PUBLIC_URL: 'http://localhost:3000' } })
  const { headers } = await plain.fastify.inject('/health/live')
  await plain.close()
  expect(headers).not.toHaveProperty('strict-transport-security')
})
