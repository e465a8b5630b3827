import { afterAll, describe, expect, test } from 'vitest'
import { formatCpf } from '#contract/documents.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, nextCpf } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })
const event = await createEvent(db)

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  app.call(method, `/admin/participants${path}`, { token: admin.token, body })
const search = async (body: object) => {
  const answer = await call('POST', '/search', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const found = async (text: string) =>
  (await search({ search: text })).data.map(({ id }: { id: number }) => id)
const actionsOn = async (id: number) =>
  (
    await db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', id)
      .orderBy('id')
      .select('action')
      .execute()
  ).map(({ action }) => action)

describe('search', () => {
  test('by name without accents, e-mail, and CPF with or without punctuation', async () => {
    const cpf = nextCpf()
    const { id } = await createUser(db, {
      name: 'Conceição Araújo',
      email: 'cida.araujo@exemplo.test',
      cpf,
    })
    for (const text of [
      'conceicao',
      'ARAÚJO conc',
      'cida.araujo@',
      cpf,
      formatCpf(cpf),
      `araujo ${cpf.slice(0, 6)}`,
    ])
      expect(await found(text), text).toEqual([id])
    expect(await found('araujo%')).toEqual([])
  })

  test('shows only the middle of a CPF, and lists only participants', async () => {
    const { id } = await createUser(db, { name: 'Zuleica Quimera', cpf: '52998224725' })
    await createUser(db, { name: 'Zuleica Administradora', roles: ['Admin'] })
    const { data, meta } = await search({ search: 'zuleica' })
    expect(data).toMatchObject([{ id, masked_cpf: '***.982.247-**' }])
    expect(JSON.stringify(data)).not.toContain('52998224725')
    expect(meta).toMatchObject({ total: 1, more: false })
  })

  test('by state, in pages', async () => {
    const unverified = await createUser(db, { name: 'Fase Um', emailVerifiedAt: null })
    await createUser(db, { name: 'Fase Dois' })
    const ids = async (body: object) =>
      (await search({ search: 'fase', ...body })).data.map(({ name }: { name: string }) => name)
    expect(await ids({ state: 'unverified' })).toEqual([unverified.name])
    expect(await ids({ state: 'verified' })).toEqual(['Fase Dois'])
    expect(await ids({ state: 'blocked' })).toEqual([])
    expect(await ids({ per_page: 1, page: 2 })).toEqual(['Fase Um'])
    expect((await search({ page: 100_000, per_page: 100 })).data).toEqual([])
  })
})

test('one participant with all data and similar accounts', async () => {
  const one = await createUser(db, { name: 'Ítalo Gêmeo' })
  const other = await createUser(db, { name: 'Italo Gemeo', cpf: null })
  await createUser(db, { name: 'Italo Gemeo', birthOn: '1980-01-01' })
  await createOrder(db, event, { buyer: one, additional: 1 })
  const { data } = (await call('GET', `/${one.id}`)).json()
  expect(data).toMatchObject({ cpf: one.cpf, open_sessions: 1, address: { city: 'São Paulo' } })
  expect(data.registrations).toHaveLength(2)
  expect(data.similar_accounts.map(({ id }: { id: number }) => id)).toEqual([other.id])
  expect((await call('GET', `/${admin.id}`)).statusCode).toBe(404)
})

test('verifying an e-mail allows login and is audited once', async () => {
  const user = await createUser(db, { emailVerifiedAt: null, passwordHash })
  const logIn = async () =>
    (await app.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })).statusCode
  expect(await logIn()).toBe(403)
  for (const _ of [1, 2]) expect((await call('POST', `/${user.id}/verify-email`)).statusCode).toBe(200)
  expect(await logIn()).toBe(200)
  expect(await actionsOn(user.id)).toEqual(['user.email_verified_by_admin'])
})

test('blocking ends the sessions immediately and can be undone', async () => {
  const user = await createUser(db)
  const block = (blocked: boolean) => call('PATCH', `/${user.id}/block`, { blocked, reason: 'Fraude' })
  for (const _ of [1, 2]) expect((await block(true)).json().data.blocked_at).not.toBeNull()
  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(401)
  expect((await call('POST', `/${user.id}/reset-access`)).statusCode).toBe(409)
  for (const _ of [1, 2]) expect((await block(false)).json().data.blocked_at).toBeNull()
  expect((await call('POST', `/${user.id}/reset-access`)).statusCode).toBe(200)
  expect(await mailTo(app, user.email)).toHaveLength(1)
  expect(await actionsOn(user.id)).toEqual(['user.blocked', 'user.unblocked', 'user.access_reset'])
})

test('a block requires a reason, which is stored with the account and in the audit log until it is lifted', async () => {
  const user = await createUser(db)
  const path = `/${user.id}/block`
  const refused = await call('PATCH', path, { blocked: true })
  expect(refused.json()).toMatchObject({ status: 422, errors: { reason: ['Informe o motivo'] } })
  const reason = 'Estorno contestado sem motivo'
  await call('PATCH', path, { blocked: true, reason })
  expect((await call('GET', `/${user.id}`)).json().data.blocked_reason).toBe(reason)
  await call('PATCH', path, { blocked: false })
  expect((await call('GET', `/${user.id}`)).json().data.blocked_reason).toBeNull()
  const kept = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'user.blocked')
    .where('entity_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(kept.after).toEqual({ reason })
})

test('accounts with another role cannot be blocked here', async () => {
  const user = await createUser(db, { roles: ['Participante', 'Admin'] })
  expect((await call('PATCH', `/${user.id}/block`, { blocked: true, reason: 'Fraude' })).statusCode).toBe(409)
})
