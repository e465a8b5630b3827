// @module-tag operation
import { afterAll, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'

/* Rate limits use the client address reported by the last trusted proxy. Other forwarded addresses are
   ignored. */

const { db } = await testDatabase()
const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const RESETS_AN_HOUR = 30
const PROXY = '10.0.0.5'

/** Returns the number of accepted attempts, each with a different `X-Forwarded-For`. */
async function acceptedAttempts(
  TRUST_PROXY: string,
  from: string,
  forwarded: (n: number) => string,
): Promise<number> {
  await db.deleteFrom('rate_limits').execute()
  const app = await testApp(db, { env: { RATE_LIMITS: 'on', TRUST_PROXY } })
  closing.push(app.close)
  let through = 0
  for (let n = 0; n < RESETS_AN_HOUR + 5; n++) {
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/v1/resetPassword/confirm',
      remoteAddress: from,
      headers: { 'x-forwarded-for': forwarded(n) },
      payload: { token: 'x', password: 'senha-forte', password_confirmation: 'senha-forte' },
    })
    if (answer.statusCode !== 429) through++
  }
  return through
}

test.each([
  ['an untrusted client, no proxy configured', '', '203.0.113.9', RESETS_AN_HOUR],
  ['an untrusted client, a proxy configured', PROXY, '203.0.113.9', RESETS_AN_HOUR],
  ['a proxy, none configured', '', PROXY, RESETS_AN_HOUR],
  ['a proxy outside the configured network', '172.16.0.0/12', PROXY, RESETS_AN_HOUR],
  ['the configured proxy', PROXY, PROXY, RESETS_AN_HOUR + 5],
  ['a proxy inside the configured network', '172.16.0.0/12, 10.0.0.0/8', PROXY, RESETS_AN_HOUR + 5],
  ['a proxy, trusted by count', '1', PROXY, RESETS_AN_HOUR + 5],
  ['a proxy on this machine', 'loopback', '127.0.0.1', RESETS_AN_HOUR + 5],
])(
  '%s: forwarded addresses count separately only behind a trusted proxy',
  async (_, trust, from, expected) => {
    expect(await acceptedAttempts(trust, from, (n) => `198.51.100.${n}`)).toBe(expected)
  },
)

test.each([
  ['the configured proxy', PROXY],
  ['a proxy, trusted by count', '1'],
])('%s: addresses that the client prepends itself are ignored', async (_, trust) => {
  expect(await acceptedAttempts(trust, PROXY, (n) => `198.51.100.${n}, 203.0.113.9`)).toBe(RESETS_AN_HOUR)
})
