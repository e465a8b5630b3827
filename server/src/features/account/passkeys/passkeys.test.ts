import { afterAll, describe, expect, test } from 'vitest'
import { MAX_PASSKEYS } from '#contract/account/passkeys.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { testApp } from '#test/app.ts'
import { codeOf, enrol } from '#test/authenticator.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import { deleteEnded } from '../retention/queries.ts'

const MINUTE_MS = 60_000

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const ORIGIN = new URL(app.deps.config.publicUrl).origin

const post = (path: string, body: unknown, token?: string) => app.call('POST', path, { body, token })
const begin = (token: string, proof: object = { current_password: PASSWORD }) =>
  post('/me/passkeys/options', proof, token)
const optionsFor = async (token: string) => (await begin(token)).json().data
const save = (token: string, credential: unknown, name = 'Celular') =>
  post('/me/passkeys', { name, credential }, token)
const list = async (token: string) => (await app.call('GET', '/me/passkeys', { token })).json().data
const remove = (token: string, id: number, body: unknown = { current_password: PASSWORD }) =>
  app.call('DELETE', `/me/passkeys/${id}`, { token, body })

const ask = async () => (await post('/login/passkey/options', undefined)).json().data
const enter = (credential: unknown) => post('/login/passkey', { credential })
const logIn = async (device: PasskeyDevice, fault?: Parameters<PasskeyDevice['get']>[1]) =>
  enter(device.get(await ask(), fault))

async function added({ token }: Pick<TestUser, 'token'>, device = new PasskeyDevice(ORIGIN)) {
  const answer = await save(token, device.create(await optionsFor(token)))
  expect(answer.statusCode).toBe(201)
  return { device, id: answer.json().data.id as number }
}

async function withPasskey(counter = 1) {
  const user = await createUser(db, { passwordHash })
  return { user, ...(await added(user, new PasskeyDevice(ORIGIN, { counter }))) }
}

const eventsOf = (userId: number) =>
  db
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
const actionsOf = async (userId: number) =>
  (
    await db.selectFrom('audit_log').select('action').where('entity_id', '=', userId).orderBy('id').execute()
  ).map(({ action }) => action)

describe('adding and removing', () => {
  test('need the password, and are told by e-mail and recorded', async () => {
    const user = await createUser(db, { passwordHash })
    const { token } = user
    const refused = await begin(token, { current_password: 'errada' })
    expect(refused.json().errors).toEqual({ current_password: ['Senha incorreta.'] })

    const options = await optionsFor(token)
    expect(options).toMatchObject({
      rp: { id: new URL(ORIGIN).hostname, name: 'Largada' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const device = new PasskeyDevice(ORIGIN)
    expect((await save(token, device.create(options))).json().data).toMatchObject({
      name: 'Celular',
      last_used_at: null,
      backed_up: false,
    })
    const [{ id }] = await list(token)
    const again = await optionsFor(token)
    expect(again.excludeCredentials).toEqual([
      { type: 'public-key', id: device.id, transports: ['internal'] },
    ])
    const twice = await save(token, device.create(again))
    expect(twice.json()).toMatchObject({ status: 409, message: 'Esta chave de acesso já foi adicionada.' })

    const rename = (as: string) =>
      app.call('PATCH', `/me/passkeys/${id}`, { token: as, body: { name: 'Notebook' } })
    expect((await rename(token)).statusCode).toBe(200)
    expect(await list(token)).toMatchObject([{ name: 'Notebook' }])
    const other = await createUser(db, { passwordHash })
    expect((await rename(other.token)).statusCode).toBe(404)
    expect((await remove(other.token, id)).statusCode).toBe(404)
    expect((await remove(token, id, { current_password: 'errada' })).statusCode).toBe(422)
    expect((await remove(token, id)).statusCode).toBe(200)
    expect(await list(token)).toEqual([])
    expect((await logIn(device)).statusCode).toBe(401)

    expect((await mailTo(app, user.email)).map(({ subject }) => subject)).toEqual([
      'Uma chave de acesso foi adicionada · Largada',
      'Uma chave de acesso foi removida · Largada',
    ])
    expect(await actionsOf(user.id)).toEqual(['user.passkey_added', 'user.passkey_removed'])
  })

  test('need the code too while the second factor is on', async () => {
    const user = await createUser(db, { passwordHash })
    const { secret } = await enrol(app, { token: user.token, password: PASSWORD })
    const { id, device } = await (async () => {
      expect((await begin(user.token)).json().errors).toHaveProperty('code')
      app.deps.clock.advance(MINUTE_MS)
      const proof = { current_password: PASSWORD, code: codeOf(app, secret) }
      const made = new PasskeyDevice(ORIGIN)
      const options = (await begin(user.token, proof)).json().data
      const answer = await save(user.token, made.create(options))
      return { id: answer.json().data.id as number, device: made }
    })()
    // The passkey is both factors.
    expect((await logIn(device)).statusCode).toBe(200)
    expect((await remove(user.token, id)).json().errors).toHaveProperty('code')
    expect(await list(user.token)).toHaveLength(1)
  })

  test('a challenge works once, for five minutes, for its account and while the password stays', async () => {
    const user = await createUser(db, { passwordHash })
    const other = await createUser(db, { passwordHash })
    const over = 'O tempo para criar a chave de acesso acabou. Comece de novo.'
    const answer = async (token: string, options: Parameters<PasskeyDevice['create']>[0]) =>
      (await save(token, new PasskeyDevice(ORIGIN).create(options))).json()

    const used = await optionsFor(user.token)
    await answer(user.token, used)
    expect(await answer(user.token, used)).toMatchObject({ status: 409, message: over })
    expect(await answer(other.token, await optionsFor(user.token))).toMatchObject({
      status: 409,
      message: over,
    })
    const ofLogin = { ...(await optionsFor(user.token)), challenge: (await ask()).challenge }
    expect(await answer(user.token, ofLogin)).toMatchObject({ status: 409, message: over })
    const old = await optionsFor(user.token)
    app.deps.clock.advance(5 * MINUTE_MS)
    expect(await answer(user.token, old)).toMatchObject({ status: 409, message: over })

    const before = await optionsFor(user.token)
    const password = 'outra senha boa'
    const change = { current_password: PASSWORD, password, password_confirmation: password }
    expect((await post('/changePassword', change, user.token)).statusCode).toBe(200)
    expect(await answer(user.token, before)).toMatchObject({ status: 401 })
    expect(await list(user.token)).toHaveLength(1)
  })

  test.each([
    ['another origin', { origin: 'https://largada.exemplo.test' }],
    ['another site', { rpId: 'exemplo.test' }],
    ['no check of the owner', { verified: false }],
    ['a certificate, which nobody asked for', { format: 'fido-u2f' }],
  ])('refuses %s', async (_, fault) => {
    const { token } = await createUser(db, { passwordHash })
    const answer = await save(token, new PasskeyDevice(ORIGIN).create(await optionsFor(token), fault))
    expect(answer.json()).toMatchObject({
      status: 400,
      message: 'Não foi possível guardar esta chave de acesso. Tente de novo ou use outro aparelho.',
    })
    expect(await list(token)).toEqual([])
  })

  test(`an account has at most ${MAX_PASSKEYS}, also when they are added at once`, async () => {
    const user = await createUser(db, { passwordHash })
    const { device: first } = await added(user)
    for (let n = 2; n < MAX_PASSKEYS; n++) await added(user)
    const late = [await optionsFor(user.token), await optionsFor(user.token)]
    const answers = await Promise.all(
      late.map((options) => save(user.token, new PasskeyDevice(ORIGIN).create(options))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await begin(user.token)).json()).toMatchObject({
      status: 409,
      message: 'Uma conta pode ter até 10 chaves de acesso. Remova uma para adicionar outra.',
    })
    expect((await logIn(first)).statusCode).toBe(200)
  })
})

describe('logging in', () => {
  test('opens a session without e-mail, password or code', async () => {
    const { user, device } = await withPasskey()
    const options = await ask()
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE_MS,
      rpId: new URL(ORIGIN).hostname,
      userVerification: 'required',
    })
    const answer = await enter(device.get(options))
    expect(answer.statusCode).toBe(200)
    const { token, device_token, user: self } = answer.json().data
    expect(self.email).toBe(user.email)
    expect(device_token).toMatch(/^[\w-]{43}$/)
    expect(await list(token)).toMatchObject([{ last_used_at: expect.stringMatching(/^20/) }])
    expect(await eventsOf(user.id)).toEqual([{ kind: 'login.succeeded', detail: { proof: 'passkey' } }])
  })

  test('works again and again on a device that does not count', async () => {
    const { device } = await withPasskey(0)
    for (const _ of [1, 2]) expect((await logIn(device)).statusCode).toBe(200)
  })

  test('a challenge works once, also when it is used twice at once, and for five minutes', async () => {
    const { device } = await withPasskey()
    const answer = device.get(await ask())
    const answers = await Promise.all([enter(answer), enter(answer)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    const over = {
      status: 401,
      code: 'challenge_over',
      message: 'O tempo para entrar com a chave de acesso acabou. Tente de novo.',
    }
    expect((await enter(answer)).json()).toEqual(over)

    const old = device.get(await ask())
    app.deps.clock.advance(5 * MINUTE_MS)
    expect((await enter(old)).json()).toEqual(over)
    const ofAdding = await optionsFor((await createUser(db, { passwordHash })).token)
    expect((await enter(device.get({ ...(await ask()), challenge: ofAdding.challenge }))).json()).toEqual(
      over,
    )
    const refused = device.get(await ask(), { origin: 'https://exemplo.test' })
    await enter(refused)
    expect((await enter(refused)).json(), 'a wrong answer uses it up too').toEqual(over)
  })

  test.each([
    ['another origin', { origin: 'https://largada.exemplo.test' }],
    ['another site', { rpId: 'exemplo.test' }],
    ['no check of the owner', { verified: false }],
    ['a counter that went back', { counter: 1 }],
    ['a counter that stood still', { counter: 2 }],
    ['the account of somebody else', { userHandle: Buffer.from('1').toString('base64url') }],
  ])('refuses %s', async (_, fault) => {
    const { user, device } = await withPasskey()
    expect((await logIn(device)).statusCode).toBe(200)
    expect((await logIn(device, fault)).json()).toEqual({
      status: 401,
      message: 'Esta chave de acesso não vale para entrar. Entre com e-mail e senha.',
    })
    expect((await eventsOf(user.id)).at(-1)).toEqual({
      kind: 'login.failed',
      detail: { reason: 'wrong passkey' },
    })
  })

  test('refuses a key that nobody has, and the signature of another, in the same words', async () => {
    const { device } = await withPasskey()
    const foreign = new PasskeyDevice(ORIGIN)
    const unknown = await logIn(foreign)
    const { id, rawId } = device.get(await ask())
    const forged = await enter({ ...foreign.get(await ask()), id, rawId })
    expect(forged.statusCode).toBe(401)
    expect(forged.json()).toEqual(unknown.json())
    expect((await enter({ ...device.get(await ask()), id: foreign.id })).json()).toEqual(unknown.json())
  })

  test('a blocked or unverified account gets the answers of the log-in with a password', async () => {
    const { user, device } = await withPasskey()
    const byPassword = () => post('/login', { email: user.email, password: PASSWORD })
    for (const [change, status] of [
      [{ email_verified_at: null }, 403],
      [{ blocked_at: new Date() }, 401],
    ] as const) {
      await db.updateTable('users').set(change).where('id', '=', user.id).execute()
      const answer = await logIn(device)
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toEqual((await byPassword()).json())
    }
  })

  test('a passkey stays with a new password, and goes with the account', async () => {
    const { user, device } = await withPasskey()
    const password = 'outra senha boa'
    const change = { current_password: PASSWORD, password, password_confirmation: password }
    expect((await post('/changePassword', change, user.token)).statusCode).toBe(200)
    expect((await logIn(device)).statusCode).toBe(200)

    const { body } = await app.call('GET', '/me/export', { token: user.token })
    expect(JSON.parse(body).chaves_de_acesso).toMatchObject([{ nome: 'Celular' }])
    const gone = await app.call('DELETE', '/me', { token: user.token, body: { password } })
    expect(gone.statusCode).toBe(200)
    expect((await logIn(device)).statusCode).toBe(401)
    const left = db.selectFrom('passkeys').select('id').where('user_id', '=', user.id)
    expect(await left.execute()).toEqual([])
  })

  test('a recovery by mail removes all, and ends additions that were begun', async () => {
    const { user, device } = await withPasskey()
    const begun = await optionsFor(user.token)
    await post('/resetPassword', { email: user.email })
    const token = tokenIn((await mailTo(app, user.email)).at(-1))
    const password = 'outra senha boa'
    const form = { token, password, password_confirmation: password }
    expect((await post('/resetPassword/confirm', form)).statusCode).toBe(200)
    expect((await logIn(device)).statusCode).toBe(401)
    const subjects = (await mailTo(app, user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('As chaves de acesso da sua conta foram removidas · Largada')
    expect((await actionsOf(user.id)).at(-1)).toBe('user.passkey_removed')
    const session = await post('/login', { email: user.email, password })
    const again = session.json().data.token
    expect(await list(again)).toEqual([])
    expect((await save(again, new PasskeyDevice(ORIGIN).create(begun))).statusCode).toBe(409)
  })

  test('the suggestions of open log-in pages have a limit of their own, and unused challenges are deleted', async () => {
    const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
    const status = async (query: string) =>
      (await limited.call('POST', `/login/passkey/options${query}`)).statusCode
    const suggested = await Promise.all(Array.from({ length: 301 }, () => status('?suggested=1')))
    expect(suggested.filter((one) => one === 429)).toHaveLength(1)
    expect(await status('')).toBe(200)
    await limited.close()

    const { challenge } = await ask()
    const kept = async () =>
      (
        await db
          .selectFrom('passkey_challenges')
          .select('token_hash')
          .where('token_hash', '=', hashToken(challenge))
          .execute()
      ).length
    expect(await kept()).toBe(1)
    await deleteEnded(db, new Date(app.deps.clock.now().getTime() + 5 * MINUTE_MS + 1))
    expect(await kept()).toBe(0)
  })

  test('guesses of one passkey delay that account alone', async () => {
    const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
    const { device } = await withPasskey()
    const foreign = new PasskeyDevice(ORIGIN)
    const wrong = async (of: PasskeyDevice) =>
      (
        await limited.call('POST', '/login/passkey', {
          body: { credential: of.get({ challenge: 'x', rpId: 'x' }) },
        })
      ).statusCode
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push(await wrong(device))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect(await wrong(foreign)).toBe(401)
    await limited.close()
  })
})
