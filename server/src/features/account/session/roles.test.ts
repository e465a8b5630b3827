import { afterAll, describe, expect, test } from 'vitest'
import { ROLE_HEADER } from '#contract/account/choose-role.ts'
import type { Role } from '#contract/roles.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db, { env: { SECOND_FACTOR: 'optional' } })
afterAll(app.close)

const give = (user: TestUser, role: Role, enterprise_id: number | null = null) =>
  db.insertInto('user_roles').values({ user_id: user.id, role, enterprise_id }).execute()
const get = async (user: TestUser, path: string, role?: string) =>
  (
    await app.call('GET', path, { token: user.token, ...(role && { headers: { [ROLE_HEADER]: role } }) })
  ).json()

describe('an account with several roles', () => {
  test('uses the routes of each role, whichever role the browser names', async () => {
    const organizer = await createOrganizer(db)
    await give(organizer, 'Admin')
    for (const role of [undefined, 'Admin', 'Organizador', 'Participante']) {
      expect((await get(organizer, '/admin/overview', role)).status, `${role}`).toBe(200)
      expect((await get(organizer, '/organizer/payouts', role)).status, `${role}`).toBe(200)
    }
  })

  test('gets 400 for an unknown role on routes that read it, and may name a role that it does not hold', async () => {
    const user = await createUser(db)
    for (const role of ['Nada', 'admin', 'Admin, Participante', ' ']) {
      const answer = await app.call('GET', '/me', { token: user.token, headers: { [ROLE_HEADER]: role } })
      expect(answer.statusCode, role).toBe(400)
      expect(answer.json().message).toBe('O papel do cabeçalho X-Role não existe.')
    }
    const body = { email: user.email, password: PASSWORD }
    const login = await app.call('POST', '/login', { body, headers: { [ROLE_HEADER]: 'Nada' } })
    expect(login.statusCode).toBe(400)
    expect((await get(user, '/me', 'Admin')).status).toBe(200)
  })

  test('sees what the named role sees, where several roles have access', async () => {
    const organizer = await createOrganizer(db)
    await give(organizer, 'Admin')
    const mine = await createEvent(db, { organizerId: organizer.organizerId })
    const others = await createEvent(db)
    const ids = async (role?: string) =>
      (await get(organizer, '/organizer/events?per_page=100', role)).data.map(({ id }: { id: number }) => id)
    expect(await ids('Organizador')).toEqual([mine.id])
    expect(await ids('Admin')).toEqual(expect.arrayContaining([mine.id, others.id]))
    expect(await ids()).toEqual(await ids('Admin'))
    expect((await get(organizer, `/organizer/events/${others.id}`, 'Organizador')).status).toBe(404)
  })

  test("does not combine rights: a realizador who also belongs to an enterprise has in each role only that role's rights", async () => {
    const employer = await createOrganizer(db)
    const linked = await createEvent(db, { organizerId: employer.organizerId })
    const producer = await createProducer(db, {
      organizer: employer,
      events: [linked.id],
      permissions: ['view-event'],
    })
    const { id: enterpriseId } = await db
      .insertInto('enterprises')
      .values({ name: 'Empresa do Norte' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await give(producer, 'Empresa', enterpriseId)
    const participants = `/organizer/events/${linked.id}/participants`
    expect((await get(producer, `/organizer/events/${linked.id}`, 'Organizador')).status).toBe(200)
    expect((await get(producer, participants, 'Organizador')).status).toBe(403)
    // The event belongs to another enterprise.
    expect((await get(producer, participants, 'Empresa')).status).toBe(404)
    const overview = await get(producer, '/enterprise/overview', 'Empresa')
    expect(overview.data.enterprise).toEqual({ id: enterpriseId, name: 'Empresa do Norte' })
    expect((await get(producer, '/admin/overview', 'Admin')).status).toBe(403)
  })

  test('gets from login and /me the permissions of the named role, and all roles it holds', async () => {
    const employer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer: employer, permissions: ['view-event'] })
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', producer.id).execute()
    await give(producer, 'Participante')
    const held = { roles: ['Organizador', 'Participante'], user: { organizer: { type: 1 } } }
    expect((await get(producer, '/me')).data).toMatchObject({ ...held, permissions: ['view-event'] })
    expect((await get(producer, '/me', 'Participante')).data).toMatchObject({ ...held, permissions: [] })
    const login = await app.call('POST', '/login', {
      body: { email: producer.email, password: PASSWORD },
      headers: { [ROLE_HEADER]: 'Participante' },
    })
    expect(login.json().data).toMatchObject({ ...held, permissions: [] })
  })

  test('has the second factor and the short sessions of its strictest role, in every role', async () => {
    const strict = await testApp(db, { env: { SECOND_FACTOR: 'required' } })
    const user = await createUser(db)
    const list = () =>
      strict.call('GET', '/participant/list-events', {
        token: user.token,
        headers: { [ROLE_HEADER]: 'Participante' },
      })
    expect((await list()).statusCode).toBe(200)
    await give(user, 'Empresa')
    expect((await list()).json()).toMatchObject({ status: 403, code: 'second_factor_required' })
    await strict.close()
    app.deps.clock.advance(3 * 3_600_000)
    expect((await get(user, '/me', 'Participante')).status).toBe(401)
  })
})
