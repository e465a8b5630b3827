import { afterAll, expect, test } from 'vitest'
import { ALL_ROUTES } from '#contract/routes.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, openSession } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db, { env: { SECOND_FACTOR: 'optional' } })
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], passwordHash })

const view = (id: number, { token }: { token: string } = admin, reason: string | undefined = 'Chamado 7') =>
  app.call('POST', `/admin/accounts/${id}/view`, { token, body: { reason } })
const tokenFor = async (id: number): Promise<string> => (await view(id)).json().data.token
const me = async (token: string) => (await app.call('GET', '/me', { token })).statusCode

test('an administrator sees what a runner sees, with a reason that the audit log keeps', async () => {
  const runner = await createUser(db)
  await createOrder(db, await createEvent(db), { buyer: runner })
  expect((await view(runner.id, admin, '')).json().errors).toEqual({ reason: ['Informe o motivo'] })
  const answer = (await view(runner.id)).json()
  expect(answer).toMatchObject({
    status: 201,
    data: { user: { id: runner.id, name: runner.name }, roles: ['Participante'], permissions: [] },
  })
  const { token } = answer.data
  const list = await app.call('GET', '/participant/list-events', { token })
  expect(list.json().data).toHaveLength(1)
  expect((await app.call('GET', '/admin/overview', { token })).statusCode).toBe(403)
  const [entry] = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'after'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', runner.id)
    .execute()
  expect(entry).toEqual({ action: 'user.viewed', actor_user_id: admin.id, after: { reason: 'Chamado 7' } })
})

test("every route other than GET and every file is rejected; nothing can be done in the person's name", async () => {
  const organizer = await createOrganizer(db, { passwordHash })
  const token = await tokenFor(organizer.id)
  const refused = ALL_ROUTES.filter(
    ({ method, path, sends, whileViewing }) =>
      (method !== 'GET' || sends.length > 0) &&
      !whileViewing &&
      // Webhooks are called by gateways with a signature instead of a session.
      !path.startsWith('/webhooks/'),
  )
  expect(refused.length).toBeGreaterThan(90)
  for (const { method, path } of refused) {
    const answer = await app.call(method, path.replace(/:\w+/g, '1'), { token, body: {} })
    expect(answer.statusCode, `${method} ${path}`).toBe(403)
    expect(answer.json().message, `${method} ${path}`).toContain('nada pode ser mudado nem baixado')
  }
  expect(ALL_ROUTES.filter(({ whileViewing }) => whileViewing).map(({ path }) => path)).toEqual(['/logout'])
  const done = await db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_user_id', '=', organizer.id)
    .execute()
  expect(done).toEqual([])
})

test("an administrator sees what an organizer sees, but cannot confirm the organizer's password", async () => {
  const organizer = await createOrganizer(db, { passwordHash })
  const { id } = await createEvent(db, { organizerId: organizer.organizerId })
  const token = await tokenFor(organizer.id)
  for (const path of [
    `/organizer/events/${id}`,
    `/organizer/events/${id}/participants`,
    '/organizer/dashboard',
  ])
    expect((await app.call('GET', path, { token })).statusCode, path).toBe(200)
  const login = { email: organizer.email, password: PASSWORD }
  expect((await app.call('POST', '/login', { token, body: login })).statusCode).toBe(403)
})

test('signing out ends the view, is audited, and leaves the administrator signed in', async () => {
  const runner = await createUser(db)
  const token = await tokenFor(runner.id)
  expect((await app.call('POST', '/logout', { token })).statusCode).toBe(200)
  expect(await me(token)).toBe(401)
  expect(await me(admin.token)).toBe(200)
  expect(await me(runner.token)).toBe(200)
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('entity_id', '=', runner.id)
    .where('entity', '=', 'user')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'user.viewed', actor_user_id: admin.id },
    { action: 'user.view_ended', actor_user_id: admin.id },
  ])
})

test("the view ends after half an hour, and with the administrator's own session", async () => {
  const runner = await createUser(db)
  const other = { ...admin, token: await openSession(db, admin.id) }
  const short = (await view(runner.id, other)).json().data.token
  await app.call('POST', '/logout', { token: other.token })
  expect(await me(short)).toBe(401)
  const long = await tokenFor(runner.id)
  app.deps.clock.advance(29 * 60_000)
  expect(await me(long)).toBe(200)
  app.deps.clock.advance(2 * 60_000)
  expect(await me(long)).toBe(401)
})

test("the person's own list of sessions does not contain it", async () => {
  const runner = await createUser(db)
  await tokenFor(runner.id)
  expect((await app.call('GET', '/me/sessions', { token: runner.token })).json().data).toHaveLength(1)
})

test('administrators, blocked and unknown accounts cannot be viewed', async () => {
  const colleague = await createUser(db, { roles: ['Admin'] })
  expect((await view(colleague.id)).statusCode).toBe(403)
  expect((await view(admin.id)).statusCode).toBe(403)
  const blocked = await createUser(db)
  await db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', blocked.id).execute()
  expect((await view(blocked.id)).statusCode).toBe(409)
  expect((await view(999_999)).statusCode).toBe(404)
})

test("an Empresa user is viewed without their second factor; the administrator's own is required", async () => {
  const strict = await testApp(db, { env: { SECOND_FACTOR: 'required' } })
  const company = await createUser(db, { roles: ['Empresa'] })
  const token = await tokenFor(company.id)
  expect((await strict.call('GET', '/enterprise/overview', { token })).statusCode).toBe(200)
  await strict.close()
})
