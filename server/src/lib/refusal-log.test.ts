import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createUser } from '#test/factories/user.ts'
import { createRefusalLog } from './refusal-log.ts'
import { recordSecurityEvent } from './security-log.ts'

const MINUTE_MS = 60_000

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const log = pino({ level: 'silent' })
const eventsOf = (userId: number) =>
  db
    .selectFrom('security_events')
    .select(['kind', 'ip', 'times', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
const countRows = async () => (await db.selectFrom('security_events').select('id').execute()).length

/** A manual clock that starts at the beginning of a minute. */
function standingClock() {
  let now = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
  return {
    now: () => new Date(now),
    advance: (ms: number) => {
      now += ms
    },
  }
}

test('repeated refusals within a minute are one row and one count', async () => {
  const user = await createUser(db)
  const clock = standingClock()
  const refusals = createRefusalLog({ db, clock, log })
  const refusal = {
    kind: 'login.failed',
    userId: user.id,
    ip: '203.0.113.7',
    detail: { reason: 'x' },
  } as const
  for (let i = 0; i < 50; i++) await refusals.record(refusal)
  expect(await eventsOf(user.id)).toMatchObject([{ times: 1 }])
  clock.advance(MINUTE_MS)
  await refusals.record(refusal)
  expect(await eventsOf(user.id)).toMatchObject([{ times: 1 }, { times: 49 }, { times: 1 }])
  await refusals.record(refusal)
  await refusals.flush()
  expect(await eventsOf(user.id)).toMatchObject([{ times: 1 }, { times: 49 }, { times: 1 }, { times: 1 }])
})

test('refusals from ten thousand addresses write few rows and are all counted', async () => {
  const before = await countRows()
  const refusals = createRefusalLog({ db, clock: standingClock(), log })
  for (let i = 0; i < 10_000; i++)
    await refusals.record({ kind: 'limit.met', userId: null, ip: `10.0.${i >> 8}.${i & 255}` })
  await refusals.flush()
  expect((await countRows()) - before).toBe(102)
  const { sum } = await db
    .selectFrom('security_events')
    .select((eb) => eb.fn.sum<string>('times').as('sum'))
    .where('kind', '=', 'limit.met')
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(10_000)
})

test('a forbidden route and another account’s resource are recorded with their route, without parameters', async () => {
  const user = await createUser(db)
  const asked = { token: user.token, body: { search: '123.456.789-09' } }
  expect((await app.call('POST', '/admin/participants/search', asked)).statusCode).toBe(403)
  const other = await createUser(db)
  expect((await app.call('GET', `/participant/${other.id}/profile`, other)).statusCode).toBe(200)
  expect((await app.call('GET', `/participant/${user.id}/profile`, other)).statusCode).toBe(404)
  expect(await eventsOf(user.id)).toEqual([
    {
      kind: 'access.refused',
      ip: '127.0.0.1',
      times: 1,
      detail: { status: 403, route: 'POST /api/v1/admin/participants/search' },
    },
  ])
  expect(await eventsOf(other.id)).toMatchObject([
    { detail: { status: 404, route: 'GET /api/v1/participant/:id/profile' } },
  ])
})

test('a rate limit is recorded with its name', async () => {
  const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
  const user = await createUser(db)
  for (let i = 0; i < 20; i++) await limited.call('GET', '/me/export', { token: user.token })
  expect((await limited.call('GET', '/me/export', { token: user.token })).statusCode).toBe(429)
  await limited.close()
  const events = await eventsOf(user.id)
  expect(events.filter(({ kind }) => kind === 'data.exported')).toHaveLength(20)
  expect(events.at(-1)).toMatchObject({ kind: 'limit.met', detail: { limit: 'export-caller' } })
})

test('an anonymous 404 is not recorded', async () => {
  const before = await countRows()
  await app.call('GET', '/me', { token: 'x'.repeat(43) })
  await app.call('GET', '/events/999999999')
  await app.call('GET', '/nothing')
  expect(await countRows()).toBe(before)
})

test('the security log refuses updates', async () => {
  const user = await createUser(db)
  await recordSecurityEvent(db, { at: new Date(), kind: 'session.ended', userId: user.id, ip: null })
  await expect(
    db.updateTable('security_events').set({ times: 9 }).where('user_id', '=', user.id).execute(),
  ).rejects.toThrow('append-only')
})
