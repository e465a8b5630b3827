import { afterAll, afterEach, expect, test } from 'vitest'
import { PERMISSIONS } from '#contract/roles.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, openSession } from '#test/factories/user.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
afterEach(() => app.deps.clock.set(new Date()))

const logIn = (email: string, password = PASSWORD, headers = {}) =>
  app.call('POST', '/login', { body: { email, password }, headers })
const me = (token: string) => app.call('GET', '/me', { token })
const sessionsOf = (token: string) => app.call('GET', '/me/sessions', { token })

test('a login returns a working token and the user', async () => {
  const user = await createUser(db, { passwordHash })
  const answer = await logIn(` ${user.email.toUpperCase()} `, PASSWORD, { 'user-agent': 'Navegador/1.0' })
  expect(answer.statusCode).toBe(200)
  const { token, device_token, ...who } = answer.json().data
  expect(device_token).toMatch(/^[\w-]{43}$/)
  expect(answer.json().message).toBe('Login realizado com sucesso.')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(who).toEqual({
    user: { id: user.id, name: user.name, email: user.email, image: null, organizer: null },
    roles: ['Participante'],
    permissions: [],
  })
  expect((await me(token)).json().data).toEqual(who)
  const stored = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('user_agent', '=', 'Navegador/1.0')
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ ip: '127.0.0.1', revoked_at: null })
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('a wrong password and an unknown e-mail get the same response', async () => {
  const user = await createUser(db, { passwordHash })
  const wrong = await logIn(user.email, 'outra senha')
  const unknown = await logIn('ninguem@exemplo.test')
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toEqual({ status: 401, message: 'E-mail ou senha incorretos.' })
  expect(unknown.json()).toEqual(wrong.json())
})

test('an account without a password cannot log in', async () => {
  const user = await createUser(db, { passwordHash: null })
  expect((await logIn(user.email)).statusCode).toBe(401)
})

test('403 for an unverified e-mail, only after the correct password', async () => {
  const user = await createUser(db, { passwordHash, emailVerifiedAt: null })
  const right = await logIn(user.email)
  expect(right.statusCode).toBe(403)
  expect(right.json().message).toBe('Seu e-mail ainda não foi verificado. Verifique sua caixa de entrada.')
  expect((await logIn(user.email, 'outra senha')).statusCode).toBe(401)
})

test('errors of the form use its words', async () => {
  expect((await app.call('POST', '/login', { body: {} })).json().errors).toEqual({
    email: ['O campo é obrigatório'],
    password: ['O campo é obrigatório'],
  })
  expect((await logIn('nada', '1234')).json().errors).toEqual({
    email: ['O campo precisa conter um email válido'],
    password: ['O campo precisa ter pelo menos 5 caracteres'],
  })
})

test('a blocked account cannot log in, and its sessions end', async () => {
  const user = await createUser(db, { passwordHash })
  await db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', user.id).execute()
  const answer = await logIn(user.email)
  expect(answer.statusCode).toBe(401)
  expect(answer.json().message).toBe('Sua conta está bloqueada. Fale com a administração da plataforma.')
  expect((await me(user.token)).statusCode).toBe(401)
})

test.each([[undefined], ['nada'], ['A'.repeat(43)]])('no session: %s', async (token) => {
  const answer = await app.call('GET', '/me', { token })
  expect(answer.statusCode).toBe(401)
  expect(answer.json().message).toBe('Sessão expirada. Faça login novamente.')
})

test('an organizer holds every permission, a realizador the granted ones, Admin and Empresa all', async () => {
  const organizer = await createOrganizer(db, { fantasyName: 'Corre Brasil' })
  const producer = await createProducer(db, { organizer, permissions: ['view-event'] })
  const admin = await createUser(db, { roles: ['Admin'] })
  const company = await createUser(db, { roles: ['Empresa', 'Participante'] })

  const of = async (token: string) => (await me(token)).json().data
  expect(await of(organizer.token)).toMatchObject({
    user: { organizer: { id: organizer.organizerId, type: 0, fantasy_name: 'Corre Brasil' } },
    roles: ['Organizador'],
    permissions: Object.keys(PERMISSIONS),
  })
  expect(await of(producer.token)).toMatchObject({
    user: { organizer: { id: producer.organizerId, type: 1 } },
    permissions: ['view-event'],
  })
  expect(await of(admin.token)).toMatchObject({ roles: ['Admin'], permissions: Object.keys(PERMISSIONS) })
  expect(await of(company.token)).toMatchObject({
    roles: ['Empresa', 'Participante'],
    permissions: Object.keys(PERMISSIONS),
  })
})

test('a logout ends this session and no other', async () => {
  const user = await createUser(db, { passwordHash })
  const { token } = (await logIn(user.email)).json().data
  expect((await app.call('POST', '/logout', { token })).statusCode).toBe(200)
  expect((await me(token)).statusCode).toBe(401)
  expect((await app.call('POST', '/logout', { token })).statusCode).toBe(401)
  expect((await me(user.token)).statusCode).toBe(200)
})

test('a user lists and ends their own sessions; other users’ are not found', async () => {
  const user = await createUser(db, { passwordHash })
  const { token } = (await logIn(user.email, PASSWORD, { 'user-agent': 'Outro/2.0' })).json().data
  const sessions = (await sessionsOf(user.token)).json().data
  expect(sessions).toHaveLength(2)
  expect(sessions).toContainEqual({
    id: expect.any(Number),
    created_at: expect.any(String),
    last_used_at: expect.any(String),
    user_agent: 'Outro/2.0',
    current: false,
  })
  const other = sessions.find((session: { current: boolean }) => !session.current)

  const stranger = await createUser(db)
  const path = `/me/sessions/${other.id}`
  expect((await app.call('DELETE', path, { token: stranger.token })).statusCode).toBe(404)
  expect((await app.call('DELETE', path, { token: user.token })).statusCode).toBe(200)
  expect((await me(token)).statusCode).toBe(401)
  expect((await app.call('DELETE', path, { token: user.token })).statusCode).toBe(404)
  expect((await sessionsOf(user.token)).json().data).toHaveLength(1)
})

test('the last use is stored at most once in five minutes', async () => {
  const user = await createUser(db, { passwordHash })
  const { token } = (await logIn(user.email)).json().data
  const lastUse = async () => Date.parse((await sessionsOf(token)).json().data[0].last_used_at)
  const opened = await lastUse()
  app.deps.clock.advance(4 * MINUTE_MS)
  expect(await lastUse()).toBe(opened)
  app.deps.clock.advance(2 * MINUTE_MS)
  expect(await lastUse()).toBeGreaterThanOrEqual(opened + 6 * MINUTE_MS)
})

test('a session ends thirty days after its last use, and 180 days after it began', async () => {
  const user = await createUser(db, { passwordHash })
  const idle = (await logIn(user.email)).json().data.token
  const used = (await logIn(user.email)).json().data.token
  app.deps.clock.advance(29 * DAY_MS)
  expect((await me(used)).statusCode).toBe(200)
  app.deps.clock.advance(2 * DAY_MS)
  expect((await me(idle)).statusCode).toBe(401)
  expect((await me(used)).statusCode).toBe(200)
  for (let day = 31; day < 175; day += 24) {
    app.deps.clock.advance(24 * DAY_MS)
    expect((await me(used)).statusCode).toBe(200)
  }
  app.deps.clock.advance(6 * DAY_MS)
  expect((await me(used)).statusCode).toBe(401)
})

test.each([
  ['an organizer', ['Organizador'], 24 * HOUR_MS, 14 * DAY_MS],
  ['Empresa', ['Empresa'], 2 * HOUR_MS, 12 * HOUR_MS],
  ['Admin', ['Admin'], 2 * HOUR_MS, 12 * HOUR_MS],
  ['a participant who is Admin too', ['Admin', 'Participante'], 2 * HOUR_MS, 12 * HOUR_MS],
] as const)('a session of %s ends sooner', async (_, roles, idle, absolute) => {
  const user = await createUser(db, { passwordHash, roles: [...roles] })
  const open = async () => (await logIn(user.email)).json().data.token as string
  const unused = await open()
  const used = await open()
  const opened = app.deps.clock.now().getTime()
  app.deps.clock.advance(idle - 10 * MINUTE_MS)
  expect((await me(used)).statusCode).toBe(200)
  app.deps.clock.advance(11 * MINUTE_MS)
  expect((await me(unused)).statusCode).toBe(401)
  expect((await sessionsOf(used)).json().data).toHaveLength(1)
  const left = () => absolute - (app.deps.clock.now().getTime() - opened)
  while (left() > idle) {
    app.deps.clock.advance(idle - 10 * MINUTE_MS)
    expect((await me(used)).statusCode).toBe(200)
  }
  app.deps.clock.advance(left() + 1000)
  expect((await me(used)).statusCode).toBe(401)
})

test('a user ends all other sessions and keeps the current one', async () => {
  const user = await createUser(db, { passwordHash })
  const stranger = await createUser(db)
  const others = [await openSession(db, user.id), await openSession(db, user.id)]
  const answer = await app.call('DELETE', '/me/sessions', { token: user.token })
  expect(answer.json()).toEqual({ status: 200, message: 'As outras sessões foram encerradas.', data: null })
  for (const token of others) expect((await me(token)).statusCode).toBe(401)
  for (const { token } of [user, stranger]) expect((await me(token)).statusCode).toBe(200)
  expect((await app.call('DELETE', '/me/sessions', { token: user.token })).statusCode).toBe(200)
  const told = await db
    .selectFrom('security_events')
    .select(['kind', 'times'])
    .where('user_id', '=', user.id)
    .execute()
  expect(told).toEqual([{ kind: 'session.ended', times: 2 }])
})

test('the security log records logins, logouts and rejections, and no secret', async () => {
  const user = await createUser(db, { passwordHash })
  const secret = 'uma senha que não é'
  expect((await logIn(user.email, secret)).statusCode).toBe(401)
  await logIn(user.email)
  const { token } = (await logIn(user.email)).json().data
  const [other] = (await sessionsOf(token))
    .json()
    .data.filter(({ current }: { current: boolean }) => !current)
  await app.call('DELETE', `/me/sessions/${other.id}`, { token })
  await app.call('POST', '/logout', { token })
  const told = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(told.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['login.failed', { reason: 'wrong password' }],
    ['login.succeeded', { proof: 'password' }],
    ['login.succeeded', { proof: 'password' }],
    ['session.ended', { by: 'another session' }],
    ['session.ended', { by: 'log-out' }],
  ])
  for (const part of [secret, PASSWORD, token, user.email]) expect(JSON.stringify(told)).not.toContain(part)

  // More than a minute after the previous test, because only the first refusal of a minute is recorded.
  app.deps.clock.advance(2 * MINUTE_MS)
  await logIn('ninguem-mesmo@exemplo.test', secret)
  const unknown = await db
    .selectFrom('security_events')
    .select(['user_id', 'ip', 'detail'])
    .where('kind', '=', 'login.failed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(unknown).toEqual({ user_id: null, ip: '127.0.0.1', detail: { reason: 'unknown account' } })
})
