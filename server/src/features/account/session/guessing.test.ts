// @module-tag operation
import { afterAll, describe, expect, test } from 'vitest'
import { newToken } from '#server/lib/tokens.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createUser, openSession } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const WRONG = 'outra senha'
const NEW_PASSWORD = 'nova e melhor'

const { db } = await testDatabase()
const app = await testApp(db, { env: { RATE_LIMITS: 'on' } })
afterAll(app.close)

const post = (path: string, payload: object, { from = '198.51.100.1', token = '' } = {}) =>
  app.fastify.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    remoteAddress: from,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
let networks = 0
/** An IP address that was not used before. */
const newAddress = () => `10.1.${Math.floor(++networks / 250)}.${1 + (networks % 250)}`

/** An account and a function that tries to log in to it. */
async function account() {
  const { email, id, token } = await createUser(db, { passwordHash })
  const logIn = async (
    password: string,
    { from = newAddress(), device = undefined as string | undefined } = {},
  ) => {
    const answer = await post('/login', { email, password, device_token: device }, { from })
    return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), ...answer.json() }
  }
  return { email, id, token, logIn }
}

describe('wrong passwords', () => {
  test('delay their sender, and nobody at another address', async () => {
    const { logIn } = await account()
    const from = newAddress()
    for (let i = 0; i < 6; i++) expect((await logIn(WRONG, { from })).status).toBe(401)
    const refused = await logIn(PASSWORD, { from })
    expect(refused).toMatchObject({
      status: 429,
      message: 'Muitas tentativas. Tente de novo em 1 segundo.',
      wait: 1,
    })
    expect((await logIn(PASSWORD)).status).toBe(200)
  })

  test('cause delays without a lockout: after the announced delay the correct password logs in', async () => {
    const { logIn } = await account()
    const from = newAddress()
    const waits: number[] = []
    for (let i = 0; i < 24; i++) {
      const { status, wait } = await logIn(WRONG, { from })
      expect(status).toBe(wait > 0 ? 429 : 401)
      if (wait === 0) continue
      waits.push(wait)
      app.deps.clock.advance(wait * 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
    const { wait } = await logIn(PASSWORD, { from })
    app.deps.clock.advance(wait * 1000)
    expect((await logIn(PASSWORD, { from })).status).toBe(200)
    expect((await logIn(PASSWORD, { from })).status).toBe(200)
  })

  test('from the owner’s own address do not delay the owner’s known device', async () => {
    const { logIn } = await account()
    const from = newAddress()
    const device = (await logIn(PASSWORD, { from })).data.device_token
    for (let i = 0; i < 10; i++) await logIn(WRONG, { from })
    expect((await logIn(PASSWORD, { from })).status).toBe(429)
    const known = await logIn(PASSWORD, { from, device })
    expect(known).toMatchObject({ status: 200, data: { device_token: device } })
  })

  test('for an unknown e-mail get the same responses', async () => {
    const from = newAddress()
    const attempt = () => post('/login', { email: 'ninguem@exemplo.test', password: WRONG }, { from })
    for (let i = 0; i < 6; i++) expect((await attempt()).statusCode).toBe(401)
    expect((await attempt()).statusCode).toBe(429)
  })

  test('for many accounts from one address delay that address', async () => {
    const from = newAddress()
    const accounts = await Promise.all(Array.from({ length: 110 }, account))
    const answers = []
    for (const { logIn } of accounts) answers.push(await logIn(WRONG, { from }))
    const refused = answers.findIndex(({ status }) => status === 429)
    // One hundred attempts, plus those that expired during the test.
    expect(refused).toBeGreaterThan(100)
    expect(answers[refused]?.wait).toBe(1)
    const last = answers.at(-1)?.wait ?? 0
    app.deps.clock.advance(last * 1000)
    expect((await (await account()).logIn(PASSWORD, { from })).status).toBe(200)
  })
})

describe('guessing one account from many addresses', () => {
  test('delays unknown devices but not known ones, and the owner can log in through recovery', async () => {
    const { email, logIn } = await account()
    const device = (await logIn(PASSWORD)).data.device_token
    const guess = () => logIn(WRONG)
    let wait = 0
    for (let i = 0; i < 60 && wait === 0; i++) ({ wait } = await guess())
    expect(wait).toBe(1)
    for (let i = 0; i < 16; i++) app.deps.clock.advance((await guess()).wait * 1000)
    expect((await logIn(PASSWORD)).status).toBe(429)
    expect((await logIn(PASSWORD, { device })).status).toBe(200)

    // From a new device and an unused address.
    expect((await post('/resetPassword', { email }, { from: newAddress() })).statusCode).toBe(200)
    const token = tokenIn((await mailTo(app, email)).at(-1))
    const reset = await post('/resetPassword/confirm', {
      token,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    })
    expect((await logIn(NEW_PASSWORD)).status).toBe(429)
    const own = reset.json().data.device_token
    expect((await logIn(NEW_PASSWORD, { device: own })).status).toBe(200)
    expect((await logIn(NEW_PASSWORD, { device })).status).toBe(429)
  })
})

describe('a device', () => {
  const slowed = async () => {
    const { logIn, ...rest } = await account()
    const from = newAddress()
    for (let i = 0; i < 7; i++) await logIn(WRONG, { from })
    return { ...rest, logIn, with: (device: string) => logIn(PASSWORD, { from, device }) }
  }

  test.each([
    ['made up', async () => newToken()],
    ['no token at all', async () => 'x'],
    ['of another account', async () => (await (await account()).logIn(PASSWORD)).data.device_token],
  ])('%s is an unknown device', async (_, deviceToken) => {
    const { with: attempt } = await slowed()
    expect((await attempt(await deviceToken())).status).toBe(429)
  })

  test('is known to several accounts until their password changes', async () => {
    const first = await account()
    const second = await slowed()
    const device = (await first.logIn(PASSWORD)).data.device_token
    expect((await second.with(device)).status).toBe(429)
    await second.logIn(PASSWORD, { device })
    expect((await second.with(device)).status).toBe(200)
    const stored = await db.selectFrom('known_devices').selectAll().where('user_id', '=', second.id).execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(device)

    const body = { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    expect((await post('/changePassword', body, { token: second.token })).statusCode).toBe(200)
    expect((await second.with(device)).status).toBe(429)
  })

  test('that is known is delayed as well', async () => {
    const { logIn } = await account()
    const device = (await logIn(PASSWORD)).data.device_token
    for (let i = 0; i < 6; i++) expect((await logIn(WRONG, { device })).status).toBe(401)
    expect((await logIn(PASSWORD, { device })).status).toBe(429)
    app.deps.clock.advance(1000)
    expect((await logIn(PASSWORD, { device })).status).toBe(200)
  })

  test('is one of at most twenty per account', async () => {
    const { id, logIn } = await account()
    for (let i = 0; i < 23; i++) expect((await logIn(PASSWORD)).status).toBe(200)
    const kept = await db.selectFrom('known_devices').select('user_id').where('user_id', '=', id).execute()
    expect(kept).toHaveLength(20)
  })
})

test('repeated logins with the correct password are limited to thirty hashes, then one per half minute', async () => {
  const { logIn } = await account()
  const from = newAddress()
  const device = (await logIn(PASSWORD, { from })).data.device_token
  const opened = async (options: object) => {
    const statuses = []
    for (let i = 0; i < 36; i++) statuses.push((await logIn(PASSWORD, options)).status)
    return statuses.filter((status) => status === 200).length
  }
  expect(await opened({ from, device })).toBe(31)
  expect(await opened({ from })).toBe(30)
  app.deps.clock.advance(30_000)
  expect((await logIn(PASSWORD, { from })).status).toBe(200)
})

describe.each(['/resetPassword', '/email/resend', '/login/link'])('%s', (path) => {
  const ask = (email: string, from: string, device?: string) =>
    post(path, { email, device_token: device }, { from })

  test('delays one address, and no other', async () => {
    const { email, logIn } = await account()
    const device = (await logIn(PASSWORD)).data.device_token
    const from = newAddress()
    for (let i = 0; i < 4; i++) expect((await ask(email, from)).statusCode).toBe(200)
    const refused = await ask(email, from)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().message).toBe('Muitas tentativas. Tente de novo em 1 segundo.')
    expect((await ask(email, newAddress())).statusCode).toBe(200)
    expect((await ask(email, from, device)).statusCode).toBe(200)
  })

  test('is limited per account across addresses, but not for its known device', async () => {
    const { email, logIn } = await account()
    const device = (await logIn(PASSWORD)).data.device_token
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) statuses.push((await ask(email, newAddress())).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(11)
    expect((await ask(email, newAddress(), device)).statusCode).toBe(200)
  })

  test('delays one address that requests messages for many accounts', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (let i = 0; i < 33; i++) statuses.push((await ask(`n${i}@exemplo.test`, from)).statusCode)
    expect(statuses.lastIndexOf(200)).toBe(30)
  })
})

test("guessing the current password in one session does not delay the owner's other sessions", async () => {
  const { id, token: stolen } = await account()
  const own = await openSession(db, id)
  const change = (token: string, current_password: string) =>
    post(
      '/changePassword',
      { current_password, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
      { token },
    )
  for (let i = 0; i < 6; i++) expect((await change(stolen, WRONG)).statusCode).toBe(422)
  expect((await change(stolen, PASSWORD)).statusCode).toBe(429)
  expect((await change(own, PASSWORD)).statusCode).toBe(200)
})
