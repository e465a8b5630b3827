import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash, registrationForm } from '#test/factories/account.ts'
import { producerForm } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'
import { createAdministrator } from '../create-user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const NAME = 'Benedita Cardoso'
const post = (path: string, body: unknown, token?: string) => app.call('POST', path, { body, token })

const outcome = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.json().errors?.password ?? answer.statusCode

/** The ways to set a password; each returns the field's errors, or the status if there are none. */
const WAYS: Record<string, (password: string) => Promise<unknown>> = {
  async registration(password) {
    return outcome(await post('/register', registrationForm({ name: NAME, password })))
  },
  async change(password) {
    const { token } = await createUser(db, { name: NAME, passwordHash })
    const body = { current_password: PASSWORD, password, password_confirmation: password }
    return outcome(await post('/changePassword', body, token))
  },
  async 'recovery or invitation'(password) {
    const user = await createUser(db, { name: NAME, passwordHash })
    await post('/resetPassword', { email: user.email })
    const token = tokenIn((await mailTo(app, user.email)).at(-1))
    return outcome(await post('/resetPassword/confirm', { token, password, password_confirmation: password }))
  },
  async 'registration of a realizador'(password) {
    const { token } = await createOrganizer(db)
    const form = producerForm({ responsible: NAME, password })
    return outcome(await post('/organizer/producers/register', form, token))
  },
  async 'admin:create'(password) {
    const made = createAdministrator(app.deps, { name: NAME, email: 'chefe@exemplo.test', password })
    return made.then(
      () => 201,
      (error) => error.errors?.password ?? error.issues.map((issue: { message: string }) => issue.message),
    )
  },
}

describe.each(Object.entries(WAYS))('%s', (_, outcomeOf) => {
  test.each([
    ['qwertyuiop', 'Esta senha é uma das mais usadas no mundo e fácil de adivinhar. Escolha outra.'],
    ['Cardoso1990', 'A senha não pode ser o seu nome nem o seu e-mail, mesmo com números. Escolha outra.'],
    ['curta', 'O campo precisa ter pelo menos 8 caracteres'],
    [' '.repeat(8), 'A senha não pode ser um só caractere repetido. Escolha outra.'],
    ['x'.repeat(129), 'O campo pode ter no máximo 128 caracteres'],
  ])('refuses %s', async (password, message) => {
    expect(await outcomeOf(password)).toEqual([message])
  })

  test('accepts eight letters', async () => {
    expect([200, 201]).toContain(await outcomeOf('zumbidos'))
  })
})

test('a password of 128 characters is accepted and opens the account', async () => {
  const form = registrationForm({ password: 'çã'.repeat(64) })
  expect((await post('/register', form)).statusCode).toBe(201)
  const [mail] = await mailTo(app, form.email.toLowerCase())
  await app.call('GET', `/email/verify?token=${tokenIn(mail)}`)
  expect((await post('/login', { email: form.email, password: form.password })).statusCode).toBe(200)
})

test('a rejected registration reports all errors at once and creates no account', async () => {
  const form = registrationForm({ password: 'password', birth_date: '20/05/2100' })
  expect(Object.keys((await post('/register', form)).json().errors).sort()).toEqual([
    'birth_date',
    'password',
  ])
  const made = await db.selectFrom('users').where('email', '=', form.email.toLowerCase()).execute()
  expect(made).toEqual([])
})
