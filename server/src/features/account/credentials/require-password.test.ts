import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { transaction } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { codeOf, enrol, nextCodeOf } from '#test/authenticator.ts'
import { organizerForm } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { nextCnpj } from '#test/factories/producer.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { callThatWaits } from '#test/locks.ts'
import { updateUser } from '../queries.ts'
import { hashPassword } from './password.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const newHash = await hashPassword('a senha nova do dono')

type Call = [method: 'PUT' | 'POST' | 'DELETE', path: string, body: object]
const call = ({ token }: TestUser, [method, path, body]: Call) => app.call(method, path, { token, body })

async function secondFactorCode({ token }: TestUser): Promise<string> {
  const { secret } = await enrol(app, { token, password: PASSWORD })
  return nextCodeOf(app, secret)
}

const password = 'a senha do intruso'
const everythingOf = async (userId: number) => ({
  user: await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  factors: await db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).execute(),
  audited: await db.selectFrom('audit_log').select('id').where('actor_user_id', '=', userId).execute(),
})

describe('a request whose password changes concurrently has no effect:', () => {
  const ASKED: [string, Role, (user: TestUser) => Call | Promise<Call>][] = [
    [
      'a new password',
      'Participante',
      () => [
        'POST',
        '/changePassword',
        { current_password: PASSWORD, password, password_confirmation: password },
      ],
    ],
    [
      'another e-mail',
      'Participante',
      ({ id }) => ['PUT', '/me/email', { email: `intruso-${id}@exemplo.test`, password: PASSWORD }],
    ],
    ['the deletion of the account', 'Participante', () => ['DELETE', '/me', { password: PASSWORD }]],
    ['a second factor', 'Participante', () => ['POST', '/me/second-factor', { password: PASSWORD }]],
    [
      'new recovery codes',
      'Participante',
      async (user) => [
        'POST',
        '/me/second-factor/recovery-codes',
        { password: PASSWORD, code: await secondFactorCode(user) },
      ],
    ],
    [
      'no second factor',
      'Participante',
      async (user) => [
        'DELETE',
        '/me/second-factor',
        { password: PASSWORD, code: await secondFactorCode(user) },
      ],
    ],
    [
      'another e-mail of an organizer',
      'Admin',
      async () => [
        'PUT',
        `/admin/organizers/${(await createOrganizer(db)).organizerId}`,
        organizerForm({ current_password: PASSWORD }),
      ],
    ],
    [
      'another CNPJ of the enterprise',
      'Admin',
      () => ['PUT', '/admin/enterprises/1', { name: 'Outra', cnpj: nextCnpj(), current_password: PASSWORD }],
    ],
  ]

  test.each(ASKED)('%s', async (_, role, ask) => {
    const user = await createUser(db, { passwordHash, roles: [role] })
    const asked = await ask(user)
    const before = await everythingOf(user.id)
    const answering = await transaction(db, async (tx) => {
      await updateUser(tx, user.id, { password_hash: newHash }, new Date())
      const answer = call(user, asked)
      await callThatWaits(db, 'update')
      return { answer }
    })
    expect((await answering.answer).statusCode).toBe(401)
    expect(await everythingOf(user.id)).toEqual({
      ...before,
      user: { ...before.user, password_hash: newHash, updated_at: expect.any(Date) },
    })
  })
})

test('a new password drops an unconfirmed second factor', async () => {
  const user = await createUser(db, { passwordHash })
  const begun = await call(user, ['POST', '/me/second-factor', { password: PASSWORD }])
  const change = { current_password: PASSWORD, password, password_confirmation: password }
  expect((await call(user, ['POST', '/changePassword', change])).statusCode).toBe(200)
  const body = { code: codeOf(app, begun.json().data.secret) }
  expect((await call(user, ['POST', '/me/second-factor/confirm', body])).statusCode).toBe(409)
})
