import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { registrationForm } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, nextCpf } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })

const REASON = 'RG conferido por vídeo'
const change = (id: number, cpf: string | null, more: object = {}) =>
  app.call('PUT', `/admin/participants/${id}/cpf`, {
    token: admin.token,
    body: { cpf, reason: REASON, document_checked: true, ...more },
  })
const cpfOf = async (id: number) =>
  (await db.selectFrom('users').where('id', '=', id).select('cpf').executeTakeFirstOrThrow()).cpf
const auditOf = (id: number) =>
  db
    .selectFrom('audit_log')
    .where('entity', '=', 'user')
    .where('entity_id', '=', id)
    .orderBy('id')
    .select(['action', 'actor_user_id', 'after'])
    .execute()
const subjects = async (email: string) => (await mailTo(app, email)).map(({ subject }) => subject)

test('a CPF moves once to the account of its owner, and both are told', async () => {
  const [owner, squatter] = [await createUser(db), await createUser(db)]
  const cpf = squatter.cpf ?? ''
  const { registrations } = await createOrder(db, await createEvent(db), { buyer: squatter })
  const answers = await Promise.all([change(owner.id, cpf), change(owner.id, cpf)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    expect.toSatisfy((code) => code === 200 || code === 409),
  ])
  expect((await change(owner.id, cpf)).json().message).toBe('CPF corrigido.')

  expect([await cpfOf(owner.id), await cpfOf(squatter.id)]).toEqual([cpf, null])
  const entry = { actor_user_id: admin.id }
  expect(await auditOf(owner.id)).toEqual([
    { action: 'user.cpf_given', ...entry, after: { from: squatter.id, reason: REASON } },
  ])
  expect(await auditOf(squatter.id)).toEqual([
    { action: 'user.cpf_taken', ...entry, after: { into: owner.id, reason: REASON } },
  ])
  expect(await subjects(owner.email)).toEqual(['O CPF da sua conta foi corrigido · Largada'])
  expect(await subjects(squatter.email)).toEqual(['O CPF saiu da sua conta · Largada'])
  const kept = await db
    .selectFrom('registrations')
    .where('id', '=', registrations[0]?.id ?? 0)
    .select('cpf')
    .executeTakeFirstOrThrow()
  expect(kept.cpf).toBe(cpf)
})

test('a CPF taken from an account can be registered by its owner', async () => {
  const squatter = await createUser(db)
  const register = () =>
    app.call('POST', '/register', { body: registrationForm({ cpf: squatter.cpf ?? '' }) })
  const refused = await register()
  expect(refused.json().errors.cpf).toEqual([expect.stringContaining('fale com o nosso atendimento')])
  expect((await change(squatter.id, '')).json().message).toBe('CPF retirado da conta.')
  expect((await register()).statusCode).toBe(201)
  expect(await auditOf(squatter.id)).toMatchObject([{ action: 'user.cpf_taken', after: { reason: REASON } }])
})

test('a mistyped CPF is replaced by one that nobody has', async () => {
  const user = await createUser(db)
  const cpf = nextCpf()
  expect((await change(user.id, cpf)).statusCode).toBe(200)
  expect(await cpfOf(user.id)).toBe(cpf)
})

test('a change needs a checked document, a reason and an account of a participant', async () => {
  const user = await createUser(db)
  const refused = await change(user.id, nextCpf(), { document_checked: false, reason: '' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toEqual({
    document_checked: ['Confira antes um documento com foto de quem pede'],
    reason: ['Informe o motivo'],
  })
  expect((await change(user.id, '11111111111')).json().errors).toEqual({ cpf: ['CPF inválido'] })
  expect((await change(admin.id, nextCpf())).statusCode).toBe(404)
  expect(await cpfOf(user.id)).toBe(user.cpf)
})
