import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash, registrationForm } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const HOUR_MS = 3_600_000
const TOKEN_INVALID = 'O link é inválido ou já foi usado. Solicite um novo.'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const post = (path: string, body: unknown) => app.call('POST', path, { body })
const logIn = (email: string, password = PASSWORD) => post('/login', { email, password })
const verify = (token: string) => app.call('GET', `/email/verify?token=${token}`)

/** Registers an account; returns the token of the latest verification link. */
async function unverified() {
  const user = await createUser(db, { passwordHash, emailVerifiedAt: null })
  await post('/email/resend', { email: user.email })
  return { user, token: tokenIn((await mailTo(app, user.email)).at(-1)) }
}

/** The path and parameters to which a link redirects. */
function landing(location: string | string[] | undefined) {
  const url = new URL(String(location), 'http://largada.test')
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) }
}
const SUCCESS = { path: '/confirmacao-email', status: 'success', message: 'Email verificado com sucesso.' }
const FAILURE = { path: '/confirmacao-email', status: 'error', message: TOKEN_INVALID }

test('a verified e-mail allows the first login after a registration', async () => {
  const form = registrationForm()
  await post('/register', form)
  expect((await logIn(form.email)).statusCode).toBe(403)
  const [mail] = await mailTo(app, form.email.toLowerCase())
  const answer = await verify(tokenIn(mail))
  expect(answer.statusCode).toBe(302)
  expect(landing(answer.headers.location)).toEqual(SUCCESS)
  expect((await logIn(form.email)).statusCode).toBe(200)
})

test('a verification link may be opened twice, even concurrently', async () => {
  const { token } = await unverified()
  const answers = await Promise.all([verify(token), verify(token)])
  expect(answers.map((answer) => landing(answer.headers.location))).toEqual([SUCCESS, SUCCESS])
  expect(landing((await verify(token)).headers.location)).toEqual(SUCCESS)
})

test('every verification link that was sent works', async () => {
  const { user, token: first } = await unverified()
  await post('/email/resend', { email: user.email })
  expect(landing((await verify(first)).headers.location)).toEqual(SUCCESS)
})

test('a verification link expires after a day', async () => {
  const { user, token } = await unverified()
  app.deps.clock.advance(25 * HOUR_MS)
  expect(landing((await verify(token)).headers.location)).toEqual(FAILURE)
  expect((await logIn(user.email)).statusCode).toBe(403)
})

test('a link sent to a previous address verifies nothing', async () => {
  const { user, token } = await unverified()
  await db
    .updateTable('users')
    .set({ email: `novo-${user.email}` })
    .where('id', '=', user.id)
    .execute()
  expect(landing((await verify(token)).headers.location)).toEqual(FAILURE)
})

test.each(['', '?token=', '?token=nada', `?token=${'x'.repeat(300)}`, '?token=a&token=b'])(
  'a verification without a valid token redirects to the error: %s',
  async (query) => {
    const answer = await app.call('GET', `/email/verify${query}`)
    expect(answer.statusCode).toBe(302)
    expect(landing(answer.headers.location)).toEqual(FAILURE)
  },
)

test('the resend gives the same response for every address and sends mail only to unverified accounts', async () => {
  const verified = await createUser(db, { passwordHash })
  const blocked = await createUser(db, { passwordHash, emailVerifiedAt: null })
  await db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', blocked.id).execute()
  for (const email of [verified.email, blocked.email, 'ninguem@exemplo.test']) {
    const answer = await post('/email/resend', { email })
    expect(answer.json()).toEqual({
      status: 200,
      message: 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.',
      data: null,
    })
    expect(await mailTo(app, email)).toEqual([])
  }
})

test('the verification link returns to the race of the unfinished registration, in any browser', async () => {
  const form = { ...registrationForm(), waiting_event: 'corrida-das-serras' }
  await post('/register', form)
  const linked = async () => {
    const mail = (await mailTo(app, form.email.toLowerCase())).at(-1)
    return new URL(/https?:\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  }
  const { id } = await createEvent(db, { title: 'Volta da <Ilha>' })
  await db.updateTable('events').set({ slug: 'volta-da-ilha' }).where('id', '=', id).execute()
  expect((await mailTo(app, form.email.toLowerCase())).at(-1)?.text).not.toContain(
    'continuar a sua inscrição',
  )
  await post('/email/resend', { email: form.email, waiting_event: 'volta-da-ilha' })
  expect((await mailTo(app, form.email.toLowerCase())).at(-1)?.text).toContain(
    'Depois você continua a sua inscrição em Volta da <Ilha>.',
  )
  const link = await linked()
  expect(link.searchParams.get('evento')).toBe('volta-da-ilha')
  const answer = await app.call('GET', `/email/verify${link.search}`)
  expect(landing(answer.headers.location)).toEqual({ ...SUCCESS, evento: 'volta-da-ilha' })
  const invented = await app.call('GET', `/email/verify${link.search}&evento=https://exemplo.test/`)
  expect(landing(invented.headers.location)).not.toHaveProperty('evento', 'https://exemplo.test/')
  expect((await post('/email/resend', { email: form.email, waiting_event: '../x' })).statusCode).toBe(422)
})

test('the verification link returns to the race whose alert the new account waits for', async () => {
  const event = await createEvent(db, { title: 'Noturna' })
  const { slug } = await db
    .selectFrom('events')
    .select('slug')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  const form = { ...registrationForm(), waiting_event: slug, waiting_alert: true }
  await post('/register', form)
  const [mail] = await mailTo(app, form.email.toLowerCase())
  expect(mail?.text).toContain('Depois você recebe o aviso de Noturna.')
  const link = new URL(/https?:\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const answer = await app.call('GET', `/email/verify${link.search}`)
  expect(landing(answer.headers.location)).toEqual({ ...SUCCESS, evento: slug, avisar: '1' })
})
