import { afterAll, expect, test } from 'vitest'
import { newToken } from '#server/lib/tokens.ts'
import { testApp } from '#test/app.ts'
import { enrol, nextCodeOf } from '#test/authenticator.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createUser } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const MINUTE_MS = 60_000

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const post = (path: string, body: unknown, token?: string) => app.call('POST', path, { body, token })
const ask = (email: string, waiting_event?: string, waiting_alert?: boolean) =>
  post('/login/link', { email, waiting_event, waiting_alert })
const enter = (token: string) => post('/login/link/confirm', { token })
const read = (token: string) => post('/login/link/read', { token })

async function linkTo(email: string): Promise<URL> {
  const text = (await mailTo(app, email)).at(-1)?.text ?? ''
  return new URL(/https?:\S+entrar-com-link\S+/.exec(text)?.[0] ?? 'about:blank')
}

async function linked(changes: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(db, { passwordHash, ...changes })
  await ask(user.email)
  return { user, token: (await linkTo(user.email)).hash.slice(1) }
}

const eventsOf = (userId: number) =>
  db
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

test('the answer is the same for every address, and only accounts with a password get a link', async () => {
  const known = await createUser(db, { passwordHash })
  const invited = await createUser(db, { passwordHash: null })
  const blocked = await createUser(db, { passwordHash })
  await db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', blocked.id).execute()
  for (const email of [known.email, invited.email, blocked.email, 'ninguem@exemplo.test'])
    expect((await ask(email)).json()).toEqual({
      status: 200,
      message: 'Se o e-mail estiver cadastrado, o link para entrar chega em instantes.',
      data: null,
    })
  expect((await mailTo(app, known.email)).map(({ subject }) => subject)).toEqual([
    'Seu link para entrar na Largada',
  ])
  for (const email of [invited.email, blocked.email, 'ninguem@exemplo.test'])
    expect(await mailTo(app, email)).toEqual([])
})

test('a link logs in once, also when it is used twice at once, and carries the race', async () => {
  const user = await createUser(db, { passwordHash })
  await ask(user.email, 'volta-da-ilha')
  const link = await linkTo(user.email)
  expect(link.pathname + link.search).toBe('/entrar-com-link?evento=volta-da-ilha')
  const token = link.hash.slice(1)
  expect((await read(token)).json().data).toEqual({ email: user.email })
  const answers = await Promise.all([enter(token), enter(token)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  const session = answers.find(({ statusCode }) => statusCode === 200)?.json().data
  expect(session.user.email).toBe(user.email)
  expect((await app.call('GET', '/me', { token: session.token })).statusCode).toBe(200)
  expect(await eventsOf(user.id)).toEqual([{ kind: 'login.succeeded', detail: { proof: 'link' } }])
  expect((await read(token)).statusCode).toBe(400)
})

test('a link carries the alert that its owner waits for', async () => {
  const user = await createUser(db, { passwordHash })
  await ask(user.email, 'volta-da-ilha', true)
  expect((await linkTo(user.email)).search).toBe('?evento=volta-da-ilha&avisar=1')
})

test('a log-in uses up all links of the account; a link ends after 15 minutes, with a new password and with a block', async () => {
  const { user, token: first } = await linked()
  await ask(user.email)
  const second = (await linkTo(user.email)).hash.slice(1)
  expect((await enter(second)).statusCode).toBe(200)
  expect((await enter(first)).statusCode).toBe(400)

  const changed = await linked()
  const { token } = (await post('/login', { email: changed.user.email, password: PASSWORD })).json().data
  const password = 'outra senha boa'
  await post(
    '/changePassword',
    { current_password: PASSWORD, password, password_confirmation: password },
    token,
  )
  expect((await enter(changed.token)).statusCode).toBe(400)

  const blocked = await linked()
  await db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', blocked.user.id).execute()
  expect((await enter(blocked.token)).statusCode).toBe(400)

  const old = await linked()
  app.deps.clock.advance(15 * MINUTE_MS)
  expect((await enter(old.token)).statusCode).toBe(400)
  expect((await enter(newToken())).statusCode).toBe(400)
})

test('an account whose address somebody else may have registered gets a recovery link, which voids their password', async () => {
  const { email } = await createUser(db, { passwordHash, emailVerifiedAt: null })
  await ask(email)
  const mails = await mailTo(app, email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Redefina sua senha da Largada'])
  const password = 'outra senha boa'
  const body = { token: tokenIn(mails[0]), password, password_confirmation: password }
  expect((await post('/resetPassword/confirm', body)).statusCode).toBe(200)
  expect((await post('/login', { email, password: PASSWORD })).statusCode).toBe(401)
  expect((await post('/login', { email, password })).statusCode).toBe(200)

  const { user, token } = await linked()
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', user.id).execute()
  expect((await enter(token)).statusCode).toBe(400)
})

test('with the second factor a link only begins the log-in, which a code completes', async () => {
  const user = await createUser(db, { passwordHash })
  const { secret } = await enrol(app, { token: user.token, password: PASSWORD })
  await ask(user.email)
  const token = (await linkTo(user.email)).hash.slice(1)
  const answer = await enter(token)
  expect(answer.statusCode).toBe(401)
  const { code, challenge } = answer.json()
  expect(code).toBe('second_factor_needed')
  expect((await eventsOf(user.id)).at(-1)).toEqual({ kind: 'login.challenged', detail: {} })
  expect((await enter(token)).statusCode).toBe(400)
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
  expect(await sessions.execute(), 'of the factory').toHaveLength(1)

  const finish = (body: object) => post('/login/second-factor', { challenge, ...body })
  expect((await finish({ code: '000000' })).statusCode).toBe(422)
  const entered = await finish({ code: nextCodeOf(app, secret) })
  expect(entered.json().data.user.email).toBe(user.email)
  expect((await app.call('GET', '/me', { token: entered.json().data.token })).statusCode).toBe(200)
})
