import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { poolOf } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createUser, openSession } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const HOUR_MS = 3_600_000
const NEW_PASSWORD = 'outra senha boa'
const TOKEN_INVALID = 'O link é inválido ou já foi usado. Solicite um novo.'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const post = (path: string, body: unknown, token?: string) => app.call('POST', path, { body, token })
const logIn = (email: string, password = PASSWORD) => post('/login', { email, password })
const verify = (token: string) => app.call('GET', `/email/verify?token=${token}`)
const newPassword = (token: string, password = NEW_PASSWORD) =>
  post('/resetPassword/confirm', { token, password, password_confirmation: password })

async function recovering(options: Parameters<typeof createUser>[1] = { passwordHash }) {
  const user = await createUser(db, options)
  await post('/resetPassword', { email: user.email })
  return { user, token: tokenIn((await mailTo(app, user.email)).at(-1)) }
}

test('a recovery link is not accepted as a verification link', async () => {
  const { token } = await recovering({ passwordHash, emailVerifiedAt: null })
  expect((await verify(token)).headers.location).toMatch(/[?&]status=error&/)
})

test('recovery gives the same response whether or not the account exists', async () => {
  const user = await createUser(db, { passwordHash })
  for (const email of [user.email, 'ninguem@exemplo.test']) {
    const answer = await post('/resetPassword', { email })
    expect(answer.json()).toEqual({
      status: 200,
      message: 'Se o e-mail estiver cadastrado, você receberá as instruções em instantes.',
      data: null,
    })
  }
  // One job per request, because both cases must take the same time.
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'send-password-reset-mail'`.execute(
    db,
  )
  expect(rows).toEqual([{ jobs: 2 }])
  expect(await mailTo(app, 'ninguem@exemplo.test')).toEqual([])
  const [mail] = await mailTo(app, user.email)
  expect(mail?.subject).toBe('Redefina sua senha da Largada')
  expect(mail?.text).toContain(`${app.deps.config.publicUrl}/redefinir-senha?token=`)
})

test.each([
  [{}, 'O campo e-mail é obrigatório.'],
  [{ email: '' }, 'O campo e-mail é obrigatório.'],
  [{ email: 'nada' }, 'O campo precisa conter um email válido'],
])('a recovery with %o is rejected', async (body, message) => {
  const answer = await post('/resetPassword', body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ email: [message] })
})

test("a recovery link shows the account's e-mail before a new password is typed", async () => {
  const { user, token } = await recovering()
  const read = () => post('/resetPassword/read', { token })
  expect((await read()).json().data).toEqual({ email: user.email })
  expect((await newPassword(token)).statusCode).toBe(200)
  const answer = await read()
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe(TOKEN_INVALID)
})

test('a recovery link sets a new password once, ends all sessions and verifies the e-mail', async () => {
  const { user, token } = await recovering({ passwordHash, emailVerifiedAt: null })
  const answer = await newPassword(token)
  const data = { device_token: expect.stringMatching(/^[\w-]{43}$/) }
  expect(answer.json()).toEqual({ status: 200, message: 'Senha alterada com sucesso.', data })
  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(401)
  expect((await logIn(user.email)).statusCode).toBe(401)
  expect((await logIn(user.email, NEW_PASSWORD)).statusCode).toBe(200)

  const again = await newPassword(token, 'terceira senha')
  expect(again.statusCode).toBe(400)
  expect(again.json()).toEqual({ status: 400, message: TOKEN_INVALID })
  const subjects = (await mailTo(app, user.email)).map((mail) => mail.subject)
  expect(subjects).toContain('Sua senha da Largada foi alterada')
})

test('of two concurrent uses of a recovery link one succeeds', async () => {
  const { token } = await recovering()
  const answers = await Promise.all([
    newPassword(token, 'senha do primeiro'),
    newPassword(token, 'senha do segundo'),
  ])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400])
})

test('using a recovery link invalidates the earlier ones', async () => {
  const { user, token: first } = await recovering()
  await post('/resetPassword', { email: user.email })
  const second = tokenIn((await mailTo(app, user.email)).find((mail) => !mail.text.includes(first)))
  expect(second).not.toBe(first)
  expect((await newPassword(second)).statusCode).toBe(200)
  expect((await newPassword(first)).statusCode).toBe(400)
})

test('a recovery link expires after an hour', async () => {
  const { token } = await recovering()
  app.deps.clock.advance(HOUR_MS + 1000)
  expect((await newPassword(token)).statusCode).toBe(400)
})

test('an account without a password gets its first one by a recovery link', async () => {
  const { user, token } = await recovering({ passwordHash: null, emailVerifiedAt: null })
  expect((await newPassword(token)).statusCode).toBe(200)
  expect((await logIn(user.email, NEW_PASSWORD)).statusCode).toBe(200)
})

test.each([
  [
    { password: NEW_PASSWORD, password_confirmation: 'diferente' },
    { password_confirmation: ['As senhas não conferem'] },
  ],
  [
    { password: 'curta', password_confirmation: 'curta' },
    { password: ['O campo precisa ter pelo menos 8 caracteres'] },
  ],
  [{}, { password: ['Senha obrigatória'], password_confirmation: ['Confirmação de senha obrigatória'] }],
])('a new password with %o is rejected', async (body, errors) => {
  const user = await createUser(db, { passwordHash })
  expect((await post('/resetPassword/confirm', { token: 'x', ...body })).json().errors).toEqual(errors)
  const change = await post('/changePassword', { current_password: PASSWORD, ...body }, user.token)
  expect(change.statusCode).toBe(422)
  expect(change.json().errors).toEqual(errors)
})

test('a changed password ends the other sessions and keeps this one', async () => {
  const user = await createUser(db, { passwordHash })
  const elsewhere = await openSession(db, user.id)
  const body = { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const answer = await post('/changePassword', body, user.token)
  expect(answer.json()).toEqual({ status: 200, message: 'Senha alterada com sucesso.', data: null })
  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(200)
  expect((await app.call('GET', '/me', { token: elsewhere })).statusCode).toBe(401)
  expect((await logIn(user.email)).statusCode).toBe(401)
  expect((await logIn(user.email, NEW_PASSWORD)).statusCode).toBe(200)
  const audited = await db.selectFrom('audit_log').selectAll().where('actor_user_id', '=', user.id).execute()
  expect(audited.map((row) => row.action)).toEqual(['user.password_changed'])
})

test('the current password must be correct', async () => {
  const user = await createUser(db, { passwordHash })
  const body = { current_password: 'errada', password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const answer = await post('/changePassword', body, user.token)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ current_password: ['Senha incorreta.'] })
  expect((await post('/changePassword', body)).statusCode).toBe(401)
})

test('a password is used exactly as typed, including spaces', async () => {
  const spaced = '  senha entre espaços '
  const { user, token } = await recovering()
  expect((await newPassword(token, spaced)).statusCode).toBe(200)
  expect((await logIn(user.email, spaced.trim())).statusCode).toBe(401)
  const logged = await logIn(user.email, spaced)
  const session = logged.json().data.token
  expect((await post('/me/second-factor', { password: spaced.trim() }, session)).statusCode).toBe(422)
  expect((await post('/me/second-factor', { password: spaced }, session)).statusCode).toBe(200)
  const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const trimmed = await post('/changePassword', { ...change, current_password: spaced.trim() }, session)
  expect(trimmed.statusCode).toBe(422)
  expect((await post('/changePassword', { ...change, current_password: spaced }, session)).statusCode).toBe(
    200,
  )
})

test('no queued job contains a secret', async () => {
  const user = await createUser(db, { passwordHash })
  await post('/resetPassword', { email: user.email })
  const { rows } = await poolOf(db).query<{ payload: unknown }>(
    'select payload from graphile_worker._private_jobs',
  )
  expect(rows.map((row) => row.payload)).toContainEqual(expect.objectContaining({ userId: user.id }))
})
