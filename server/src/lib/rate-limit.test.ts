import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { poolOf } from './db.ts'
import { AppError } from './errors.ts'
import { type Backoff, createRateLimiter } from './rate-limit.ts'

const { db } = await testDatabase()
afterAll(() => db.destroy())

const limiter = createRateLimiter(poolOf(db), true)
const START = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

const BACKOFF: Backoff = { name: 'test', free: 3, longestSeconds: 60, forgetSeconds: 600 }
let subjects = 0
/** Attempts of a new subject: `begun`, or the seconds to wait. */
function trying(changes: Partial<Backoff> = {}) {
  const backoff = { ...BACKOFF, ...changes }
  const attempts = [{ backoff, subject: `somebody ${++subjects}` }]
  return {
    attempts,
    at: (seconds: number) =>
      limiter.recordAttempts(attempts, after(seconds)).then(
        () => 'begun',
        (error) => (error as AppError).retryAfterSeconds,
      ),
    succeed: (seconds: number) => limiter.clearAttempts(attempts, after(seconds)),
  }
}

test('after the free failures each delay is twice as long as the previous one, up to the longest', async () => {
  const attempt = trying()
  for (let i = 0; i < 4; i++) expect(await attempt.at(0)).toBe('begun')
  let now = 0
  for (const pause of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
    expect(await attempt.at(now)).toBe(pause)
    now += pause
    expect(await attempt.at(now - 0.1)).toBe(1)
    expect(await attempt.at(now)).toBe('begun')
  }
})

test('an attempt during a delay does not extend it', async () => {
  const attempt = trying()
  for (let i = 0; i < 6; i++) await attempt.at(i * 2)
  const waitSeconds = Number(await attempt.at(10.5))
  for (let i = 0; i < 50; i++) await attempt.at(10.5)
  expect(await attempt.at(10.5 + waitSeconds)).toBe('begun')
})

test('concurrent attempts are limited like sequential ones', async () => {
  const attempt = trying()
  const answers = await Promise.all(Array.from({ length: 40 }, () => attempt.at(0)))
  expect(answers.filter((answer) => answer === 'begun')).toHaveLength(4)
  expect(await attempt.at(1)).toBe('begun')
})

test('failures are forgotten, also after a long attack', async () => {
  const attempt = trying()
  let now = 0
  for (let i = 0; i < 30; i++) {
    const wait = await attempt.at(now)
    if (typeof wait === 'number') now += wait
  }
  // The number of failures that leads to the longest delay: 3 free ones and 7 doublings.
  now += 10 * 600
  for (let i = 0; i < 4; i++) expect(await attempt.at(now)).toBe('begun')
  expect(await attempt.at(now)).toBe(1)
})

test('a success is not counted and ends the delay; earlier failures stay', async () => {
  const attempt = trying()
  for (let i = 0; i < 20; i++) {
    expect(await attempt.at(0)).toBe('begun')
    await attempt.succeed(0)
  }
  for (let i = 0; i < 4; i++) await attempt.at(0)
  await attempt.at(1)
  await attempt.succeed(1)
  expect(await attempt.at(1)).toBe('begun')
  expect(await attempt.at(1)).toBe(2)
})

test('an attempt with several keys waits for the longest delay and counts for none of them meanwhile', async () => {
  const slow = trying({ free: 1 })
  const quick = trying({ free: 5 })
  const both = [...slow.attempts, ...quick.attempts]
  for (let i = 0; i < 2; i++) await slow.at(0)
  for (let i = 0; i < 20; i++)
    await expect(limiter.recordAttempts(both, START)).rejects.toBeInstanceOf(AppError)
  for (let i = 0; i < 6; i++) expect(await quick.at(0)).toBe('begun')
  expect(await quick.at(0)).toBe(1)
})

test('concurrent attempts with several keys do not deadlock', async () => {
  const parties = Array.from({ length: 8 }, () => trying({ free: 1000 }).attempts).flat()
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const some = parties.filter((_, n) => (n + i) % 3 !== 0)
      return limiter.recordAttempts(i % 2 === 0 ? some : some.toReversed(), START)
    }),
  )
  const { rows } = await poolOf(db).query<{ sum: string }>(
    'select sum(failures) from attempts where failures > 30',
  )
  expect(Number(rows[0]?.sum)).toBe(60 * 8 * (2 / 3))
})

test('the message names the waiting time', async () => {
  const messageAfter = async (longestSeconds: number) => {
    const { attempts } = trying({ free: 0, longestSeconds, forgetSeconds: 10_000 })
    for (let i = 0, now = 0; i < 12; i++, now += longestSeconds)
      await limiter.recordAttempts(attempts, after(now)).catch(() => undefined)
    const refusal = await limiter.recordAttempts(attempts, after(11 * longestSeconds)).catch((error) => error)
    return refusal instanceof AppError ? refusal.message : refusal
  }
  expect(await messageAfter(1)).toBe('Muitas tentativas. Tente de novo em 1 segundo.')
  expect(await messageAfter(30)).toBe('Muitas tentativas. Tente de novo em 30 segundos.')
  expect(await messageAfter(60)).toBe('Muitas tentativas. Tente de novo em 1 minuto.')
  expect(await messageAfter(890)).toBe('Muitas tentativas. Tente de novo em 15 minutos.')
})

test('an IPv6 /64 counts as one subject, and subjects are stored hashed', async () => {
  const limit = { name: 'household', points: 2, perSeconds: 60 }
  await limiter.consume(limit, '2001:db8:1:2::1')
  await limiter.consume(limit, '2001:db8:1:2:9::1')
  await expect(limiter.consume(limit, '2001:db8:1:2::7')).rejects.toMatchObject({ code: 'rate_limited' })
  await limiter.consume(limit, '2001:db8:1:3::1')
  await limiter.recordAttempts([{ backoff: BACKOFF, subject: 'ana@exemplo.test' }], START)
  const { rows } = await poolOf(db).query<{ keys: string }>(
    `select string_agg(key, ' ') as keys from (select key from attempts union select key from rate_limits) all_keys`,
  )
  expect(rows[0]?.keys).not.toMatch(/2001|ana/)
})
