import { afterAll, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'

/*
 * Who asks, for what counts attempts by address: the last proxy that is believed says it, and nobody else's word counts.
 */

const { db } = await testDatabase()
const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const RESETS_AN_HOUR = 30
const PROXY = '10.0.0.5'

/** How many of so many attempts, each of whom forges its own beginning of `X-Forwarded-For`, are let through. */
async function letThrough(
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
  ['a stranger who names others', '', '203.0.113.9', RESETS_AN_HOUR],
  ['a stranger, when a proxy is named', PROXY, '203.0.113.9', RESETS_AN_HOUR],
  ['a proxy that is not named', '', PROXY, RESETS_AN_HOUR],
  ['a proxy of another network', '172.16.0.0/12', PROXY, RESETS_AN_HOUR],
  ['the named proxy', PROXY, PROXY, RESETS_AN_HOUR + 5],
  ['a proxy of the named network', '172.16.0.0/12, 10.0.0.0/8', PROXY, RESETS_AN_HOUR + 5],
  ['one proxy, by count', '1', PROXY, RESETS_AN_HOUR + 5],
  ['a proxy on this machine', 'loopback', '127.0.0.1', RESETS_AN_HOUR + 5],
])('%s: visitors count apart only when the proxy is believed', async (_, trust, from, expected) => {
  expect(await letThrough(trust, from, (n) => `198.51.100.${n}`)).toBe(expected)
})

test.each([
  ['the named proxy', PROXY],
  ['one proxy, by count', '1'],
])('%s: what a visitor wrote before the proxy did is not believed', async (_, trust) => {
  expect(await letThrough(trust, PROXY, (n) => `198.51.100.${n}, 203.0.113.9`)).toBe(RESETS_AN_HOUR)
})
