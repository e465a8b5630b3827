import { afterAll, expect, test } from 'vitest'
import { newToken } from '#server/lib/tokens.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, registrationForm } from '#test/factories/account.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const HOUR_MS = 3_600_000

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const post = (path: string, body: unknown, token?: string) => app.call('POST', path, { body, token })
const enter = (token: string, secret: string | null) =>
  post('/login/verified', { token, sign_up_secret: secret })

/** Registers an account in a browser with this secret, and opens the link. */
async function verified({ secret = newToken(), opened = true } = {}) {
  const form = { ...registrationForm(), sign_up_secret: secret }
  const { id } = (await post('/register', form)).json().data
  const email = form.email.toLowerCase()
  const token = tokenIn((await mailTo(app, email))[0])
  if (opened) {
    const { headers } = await app.call('GET', `/email/verify?token=${token}`)
    expect(String(headers.location)).toMatch(new RegExp(`#${token}$`))
  }
  return { id, email, token, secret }
}

const sessionsOf = (userId: number) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()

test('link and secret together log in once', async () => {
  const { id, email, token, secret } = await verified()
  const answers = await Promise.all([enter(token, secret), enter(token, secret)])
  const data = answers.map((answer) => answer.json().data)
  expect(data.map((one) => one.email)).toEqual([email, email])
  const [session, ...others] = data.map((one) => one.session).filter(Boolean)
  expect(others).toEqual([])
  expect(session).toMatchObject({ user: { id, email }, roles: ['Participante'] })
  const me = await app.call('GET', '/me', { token: session.token })
  expect(me.statusCode).toBe(200)
  expect(await sessionsOf(id)).toHaveLength(1)
  const logged = await db
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', id)
    .execute()
  expect(logged).toEqual([{ kind: 'login.succeeded', detail: { proof: 'sign-up' } }])
})

test('without the secret of the same account the link only tells the e-mail', async () => {
  const { id, email, token } = await verified()
  const other = await verified()
  for (const secret of [null, newToken(), 'curto', other.secret])
    expect((await enter(token, secret)).json().data).toEqual({ email, session: null })
  expect(await sessionsOf(id)).toEqual([])
})

test('a link that has not verified the address, is unknown or has expired is refused', async () => {
  const unopened = await verified({ opened: false })
  const old = await verified()
  for (const token of [unopened.token, newToken()])
    expect((await enter(token, unopened.secret)).statusCode).toBe(400)
  app.deps.clock.advance(25 * HOUR_MS)
  expect((await enter(old.token, old.secret)).statusCode).toBe(400)
})

test('a new password or the second factor ends the shortcut, and a block the link', async () => {
  const changed = await verified()
  const { token } = (await post('/login', { email: changed.email, password: PASSWORD })).json().data
  const password = 'outra senha boa'
  await post(
    '/changePassword',
    { current_password: PASSWORD, password, password_confirmation: password },
    token,
  )
  expect((await enter(changed.token, changed.secret)).json().data.session).toBeNull()

  const protectedOne = await verified()
  const set = (id: number, change: object) =>
    db.updateTable('users').set(change).where('id', '=', id).execute()
  await set(protectedOne.id, { second_factor_at: new Date() })
  expect((await enter(protectedOne.token, protectedOne.secret)).json().data.session).toBeNull()

  const blocked = await verified()
  await set(blocked.id, { blocked_at: new Date() })
  expect((await enter(blocked.token, blocked.secret)).statusCode).toBe(400)
})

test('two accounts with one secret: only the first has it', async () => {
  const first = await verified()
  const second = await verified({ secret: first.secret })
  expect((await enter(second.token, second.secret)).json().data.session).toBeNull()
  expect((await enter(first.token, first.secret)).json().data.session).not.toBeNull()
})
