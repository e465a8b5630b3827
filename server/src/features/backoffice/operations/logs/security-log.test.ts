import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECURITY_ACTIONS } from '#contract/account/security-events.ts'
import type { SecurityRow } from '#contract/backoffice/security-log.ts'
import { deleteOldAccess } from '#server/features/account/retention/queries.ts'
import { poolOf } from '#server/lib/db.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], name: 'Adélia Administradora' })
const runner = await createUser(db, { name: 'Ítalo Corredor' })

const search = async (body: object) => {
  const answer = await app.call('POST', '/admin/security-log/search', { token: admin.token, body })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, meta } = answer.json()
  return { data: data as SecurityRow[], next: meta.next_cursor as string | null }
}
const kinds = async (body: object) => (await search(body)).data.map(({ kind }) => kind)
const at = (time: string) => new Date(`2026-03-${time}Z`)
/** A period that contains only rows of this test. */
const MARCH = { from: '2026-03-01', to: '2026-03-31' }

beforeAll(async () => {
  const of = { userId: runner.id, ip: '203.0.113.7' }
  await recordSecurityEvent(db, { at: at('10T12:00:00'), kind: 'login.failed', ...of, times: 7 })
  await recordSecurityEvent(db, { at: at('10T12:01:00'), kind: 'login.succeeded', ...of })
  await recordSecurityEvent(db, {
    at: at('11T02:59:00'),
    kind: 'limit.met',
    userId: null,
    ip: '2001:db8::5',
    detail: { limit: 'login' },
  })
  const change = { actor_user_id: admin.id, entity: 'user', entity_id: runner.id }
  await db
    .insertInto('audit_log')
    .values([
      { at: at('10T12:00:30'), action: 'user.blocked', ...change },
      // Not part of this log.
      { at: at('10T12:00:40'), action: 'user.profile_updated', ...change },
      { at: at('12T12:00:00'), action: 'user.password_changed', ...change, actor_user_id: runner.id },
    ])
    .execute()
})

describe('the search', () => {
  const ALL = ['user.password_changed', 'limit.met', 'login.succeeded', 'user.blocked', 'login.failed']
  test.each([
    [{}, ALL],
    [{ group: 'failures' }, ['login.failed']],
    [{ group: 'refusals' }, ['limit.met']],
    [{ group: 'credentials' }, ['user.password_changed']],
    [{ group: 'permissions' }, ['user.blocked']],
    [{ group: 'nada' }, ALL],
    [{ account: 'italo' }, ALL.filter((kind) => kind !== 'limit.met')],
    [{ account: runner.email, group: 'sessions' }, ['login.succeeded']],
    [{ account: 'adelia' }, ['user.blocked']],
    [{ account: 'ninguem' }, []],
    [{ ip: '203.0.113.7' }, ['login.succeeded', 'login.failed']],
    [{ ip: '2001:db8::/32' }, ['limit.met']],
    [{ ip: '' }, ALL],
    [{ from: '2026-03-11' }, ['user.password_changed']],
    [{ to: '10/03/2026' }, ALL.slice(1)],
  ])('%o', async (filter, expected) => {
    expect(await kinds({ ...MARCH, ...filter })).toEqual(expected)
  })

  test('shows account, actor, address, count and reason', async () => {
    const { data } = await search(MARCH)
    expect(data.find(({ kind }) => kind === 'login.failed')).toMatchObject({
      account: { id: runner.id, name: 'Ítalo Corredor', has_second_factor: false },
      actor: null,
      ip: '203.0.113.7',
      times: 7,
      record: null,
    })
    expect(data.find(({ kind }) => kind === 'user.blocked')).toMatchObject({
      account: { id: runner.id },
      actor: { id: admin.id, name: 'Adélia Administradora' },
      record: { entity: 'user', id: runner.id },
    })
    expect(data.find(({ kind }) => kind === 'limit.met')).toMatchObject({
      account: null,
      detail: { limit: 'login' },
    })
  })

  test.each([{ ip: 'nada' }, { ip: "1.2.3.4' or 1=1" }, { from: 'ontem' }, { cursor: 'x' }])(
    '%o is rejected',
    async (body) => {
      const answer = await app.call('POST', '/admin/security-log/search', { token: admin.token, body })
      expect(answer.statusCode).toBe(422)
    },
  )

  test('pages through both logs: every row once, newest first', async () => {
    const other = await createUser(db, { name: 'Zuleica Paginada' })
    const day = new Date('2026-04-02T12:00:00Z').getTime()
    // Several rows at the same instant, alternating between the logs.
    for (let i = 0; i < 70; i++) {
      const when = new Date(day + Math.floor(i / 3) * 1000)
      await recordSecurityEvent(db, { at: when, kind: 'login.failed', userId: other.id, ip: null })
      await db
        .insertInto('audit_log')
        .values({
          at: when,
          action: 'user.blocked',
          actor_user_id: null,
          entity: 'user',
          entity_id: other.id,
        })
        .execute()
    }
    const seen: SecurityRow[] = []
    let cursor: string | null = null
    do {
      const page = await search({ account: 'zuleica', ...(cursor && { cursor }) })
      seen.push(...page.data)
      cursor = page.next
      // Added between pages; belongs before the first page.
      await recordSecurityEvent(db, { at: new Date(), kind: 'login.failed', userId: other.id, ip: null })
    } while (cursor)
    expect(seen).toHaveLength(140)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(140)
    const times = seen.map((row) => row.at)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

test('the index of the audit log covers the actions of the search', async () => {
  const { rows } = await poolOf(db).query<{ definition: string }>(
    `select pg_get_indexdef('audit_log_security'::regclass) as definition`,
  )
  const named = [...(rows[0]?.definition ?? '').matchAll(/'([a-z_.]+)'::text/g)].map(([, action]) => action)
  expect(named.toSorted()).toEqual([...SECURITY_ACTIONS].toSorted())
})

test('events older than six months are deleted', async () => {
  const { id } = await createUser(db)
  for (const time of ['2025-01-01T00:00:00Z', '2025-01-03T00:00:00Z'])
    await recordSecurityEvent(db, { at: new Date(time), kind: 'login.succeeded', userId: id, ip: null })
  await deleteOldAccess(db, new Date('2025-01-02T00:00:00Z'))
  const kept = await db.selectFrom('security_events').select('at').where('user_id', '=', id).execute()
  expect(kept.map((row) => row.at.toISOString())).toEqual(['2025-01-03T00:00:00.000Z'])
})

test('a user sees logins and attempts of their own account only', async () => {
  const own = await app.call('GET', '/me/activity', { token: runner.token })
  expect(own.json().data).toEqual([
    { at: '2026-03-10T12:01:00.000Z', kind: 'login.succeeded', ip: '203.0.113.7', times: 1 },
    { at: '2026-03-10T12:00:00.000Z', kind: 'login.failed', ip: '203.0.113.7', times: 7 },
  ])
  expect((await app.call('GET', '/me/activity', { token: admin.token })).json().data).toEqual([])
})
