import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createProducer, producerForm } from '#test/factories/producer.ts'
import {
  createOrganizer,
  createUser,
  nextCpf,
  nextNumber,
  openSession,
  type TestOrganizer,
  type TestUser,
} from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db, { env: { SECOND_FACTOR: 'optional' } })
afterAll(app.close)

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = async (method: Method, path: string, user: { token: string }, body?: unknown) =>
  (await app.call(method, path, { token: user.token, ...(body !== undefined && { body }) })).json()
const rolesOf = async (user: TestUser) => (await call('GET', '/me', user)).data?.roles

const register = async (organizer: TestOrganizer, email: string): Promise<number> =>
  (await call('POST', '/organizer/producers/register', organizer, producerForm({ email }))).data.id
const lastToken = async (email: string) => tokenIn((await mailTo(app, email)).at(-1))
const accept = (user: TestUser, token: string) => call('POST', '/me/invitations/accept', user, { token })

/** A runner who accepted the invitation of a new organizer. */
async function joined() {
  const organizer = await createOrganizer(db)
  const runner = await createUser(db, { passwordHash })
  const id = await register(organizer, runner.email)
  expect((await accept(runner, await lastToken(runner.email))).status).toBe(200)
  return { organizer, runner, id, path: `/organizer/producers/${id}` }
}

describe('a realizador whose e-mail has an account', () => {
  test('is invited like any other: the organizer learns nothing about the account, which gains nothing yet', async () => {
    const organizer = await createOrganizer(db)
    const runner = await createUser(db, { name: 'Nome Secreto' })
    const free = `novo${nextNumber()}@exemplo.test`
    const answers = await Promise.all(
      [runner.email, free].map((email) =>
        call('POST', '/organizer/producers/register', organizer, producerForm({ email })),
      ),
    )
    const shape = ({ data, ...answer }: { data: object }) => ({ ...answer, keys: Object.keys(data) })
    expect(shape(answers[0])).toEqual(shape(answers[1]))
    for (const [i, email] of [runner.email, free].entries()) {
      const [row] = (await call('GET', `/organizer/producers/${answers[i].data.id}`, organizer)).data
      expect(row).toMatchObject({
        email,
        email_verified: false,
        blocked_at: null,
        responsible: 'José da Silva',
      })
      expect(JSON.stringify(row)).not.toContain('Secreto')
      const again = await call('POST', `/organizer/producers/${row.id}/reset-access`, organizer)
      expect(again.message).toBe('Convite enviado de novo.')
    }
    expect(await rolesOf(runner)).toEqual(['Participante'])
    expect((await call('GET', '/organizer/events', runner)).status).toBe(403)
  })

  test('accepts through the link when logged in, and keeps account, name and password', async () => {
    const organizer = await createOrganizer(db, { fantasyName: 'Ilha Run' })
    const runner = await createUser(db, { passwordHash })
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const id = await register(organizer, runner.email)
    await call('POST', '/organizer/producers/add-event', organizer, { organizer_id: id, event_id: event.id })
    const [mail] = await mailTo(app, runner.email)
    expect(mail).toMatchObject({ subject: 'Ilha Run convidou você para a Largada' })
    const token = tokenIn(mail)
    expect(mail?.text).toContain(`/convite?token=${token}`)
    // The link must not set the account's password.
    const reset = { token, password: 'uma senha bem longa', password_confirmation: 'uma senha bem longa' }
    expect((await app.call('POST', '/resetPassword/confirm', { body: reset })).statusCode).toBe(400)

    const elsewhere = await openSession(db, runner.id)
    expect((await call('POST', '/me/invitations/read', runner, { token })).data).toEqual({
      role: 'Organizador',
      company: 'Ilha Run',
      type: 1,
    })
    expect(await accept(runner, token)).toMatchObject({ status: 200, data: { role: 'Organizador' } })
    expect((await accept(runner, token)).status).toBe(400)
    expect((await call('GET', '/me', { token: elsewhere })).status).toBe(401)
    const login = await app.call('POST', '/login', { body: { email: runner.email, password: PASSWORD } })
    expect(login.json().data).toMatchObject({
      user: { id: runner.id, name: runner.name, organizer: { id, type: 1 } },
      roles: ['Organizador', 'Participante'],
    })
    expect((await call('GET', '/organizer/events', runner)).data).toMatchObject([{ id: event.id }])
    const [row] = (await call('GET', `/organizer/producers/${id}`, organizer)).data
    expect(row).toMatchObject({ email: runner.email, email_verified: true })
    const audited = await db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'user')
      .where('entity_id', '=', runner.id)
      .execute()
    expect(audited.map(({ action }) => action)).toContain('user.role_accepted')
  })

  test('cannot be accepted by another account, an unverified address or a view-only session', async () => {
    const organizer = await createOrganizer(db)
    const runner = await createUser(db)
    await register(organizer, runner.email)
    const token = await lastToken(runner.email)
    const other = await createUser(db)
    const refused = { status: 409, exception: expect.stringContaining('enviado a outro e-mail') }
    expect(await accept(other, token)).toMatchObject(refused)
    expect(await call('POST', '/me/invitations/read', other, { token })).toMatchObject(refused)
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', runner.id).execute()
    expect(await accept(runner, token)).toMatchObject(refused)
    await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', runner.id).execute()
    const admin = await createUser(db, { roles: ['Admin'] })
    const { data } = await call('POST', `/admin/accounts/${runner.id}/view`, admin, { reason: 'Chamado 7' })
    expect((await accept({ ...runner, token: data.token }, token)).status).toBe(403)
    expect((await accept(runner, 'x'.repeat(43))).status).toBe(400)
    app.deps.clock.advance(3 * 86_400_000)
    const late = { ...runner, token: await openSession(db, runner.id) }
    expect((await accept(late, token)).status).toBe(400)
    app.deps.clock.advance(-3 * 86_400_000)
  })

  test('can be withdrawn before acceptance, and the link stops working', async () => {
    const organizer = await createOrganizer(db)
    const runner = await createUser(db)
    const id = await register(organizer, runner.email)
    const token = await lastToken(runner.email)
    await call('PATCH', `/organizer/producers/${id}/block`, organizer, { blocked: true, reason: 'Engano' })
    expect((await accept(runner, token)).status).toBe(400)
    await call('PATCH', `/organizer/producers/${id}/block`, organizer, { blocked: false })
    await call('DELETE', `/organizer/producers/${id}`, organizer, { reason: 'Engano' })
    expect((await accept(runner, token)).status).toBe(400)
    expect(await rolesOf(runner)).toEqual(['Participante'])
  })

  test('is accepted once despite concurrent requests, and for one organizer only', async () => {
    const runner = await createUser(db)
    const tokens = await Promise.all(
      [1, 2].map(async () => {
        const id = await register(await createOrganizer(db), runner.email)
        const { user_id } = await db
          .selectFrom('organizers')
          .select('user_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return user_id
      }),
    )
    const links = (await mailTo(app, runner.email)).map((mail) => tokenIn(mail))
    expect(links).toHaveLength(tokens.length)
    const answers = await Promise.all([...links, ...links].map((token) => accept(runner, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await rolesOf(runner)).toEqual(['Organizador', 'Participante'])
  })

  test('becomes a new account when the invited address no longer has one', async () => {
    const organizer = await createOrganizer(db)
    const runner = await createUser(db, { passwordHash })
    const id = await register(organizer, runner.email)
    await mailTo(app, runner.email)
    await call('DELETE', '/me', runner, { password: PASSWORD })
    await call('POST', `/organizer/producers/${id}/reset-access`, organizer)
    const last = (await mailTo(app, runner.email)).at(-1)
    expect(last?.text).toContain('/redefinir-senha?token=')
  })
})

describe('a runner who is also a realizador', () => {
  test('remains a runner when removed as realizador', async () => {
    const { organizer, runner, path } = await joined()
    expect((await call('DELETE', path, organizer, { reason: 'Saiu' })).message).toBe('Realizador removido.')
    expect(await rolesOf(runner)).toEqual(['Participante'])
    expect((await call('GET', '/participant/list-events', runner)).status).toBe(200)
    expect((await call('GET', '/organizer/events', runner)).status).toBe(403)
  })

  test('remains a runner while blocked as realizador or while the organizer is suspended', async () => {
    const { organizer, runner, path } = await joined()
    const admin = await createUser(db, { roles: ['Admin'] })
    const suspension = `/admin/organizers/${organizer.organizerId}/suspension`
    for (const [on, off] of [
      [
        () => call('PATCH', `${path}/block`, organizer, { blocked: true, reason: 'Férias' }),
        () => call('PATCH', `${path}/block`, organizer, { blocked: false }),
      ],
      [
        () => call('PATCH', suspension, admin, { suspended: true, reason: 'Denúncias' }),
        () => call('PATCH', suspension, admin, { suspended: false }),
      ],
    ] as const) {
      for (const _ of [1, 2]) expect((await on()).status).toBe(200)
      expect((await call('GET', path, admin)).data[0].blocked_at).not.toBeNull()
      expect(await rolesOf(runner)).toEqual(['Participante'])
      expect((await call('GET', '/me', runner)).data.user.organizer).toBeNull()
      for (const _ of [1, 2]) expect((await off()).status).toBe(200)
      expect(await rolesOf(runner)).toEqual(['Organizador', 'Participante'])
    }
  })

  test('does not lose name, phone, e-mail and sessions, whatever the organizer saves', async () => {
    const { organizer, runner, id, path } = await joined()
    expect((await call('GET', `${path}/sessions`, organizer)).data).toEqual([])
    const form = producerForm({ email: runner.email, responsible: 'Outro Nome', phone: '(21) 91234-5678' })
    expect((await call('PUT', path, organizer, form)).status).toBe(200)
    const profile = async () => (await call('GET', `/participant/${runner.id}/profile`, runner)).data
    expect(await profile()).toMatchObject({ name: runner.name, phone: '11987654321' })
    // A new e-mail means another person: the role moves on, the account stays.
    const email = `outro${nextNumber()}@exemplo.test`
    expect((await call('PUT', path, organizer, { ...form, email })).status).toBe(200)
    expect(await profile()).toMatchObject({ email: runner.email })
    expect(await rolesOf(runner)).toEqual(['Participante'])
    expect((await call('GET', path, organizer)).data[0]).toMatchObject({ id, email, email_verified: false })
    expect((await mailTo(app, email)).at(-1)?.text).toContain('/redefinir-senha?token=')
  })
})

describe('a user of Admin or Empresa whose e-mail has an account', () => {
  const invite = async (email: string, changes: object = {}) => {
    const admin = await createUser(db, { roles: ['Admin'], passwordHash })
    const body = { name: 'Lia Prado', email, role: 'Admin', current_password: PASSWORD, ...changes }
    return { admin, answer: await call('POST', '/admin/staff', admin, body) }
  }

  test('accepts, needs the second factor from then on, and remains a runner when removed', async () => {
    const strict = await testApp(db, { env: { SECOND_FACTOR: 'required' } })
    const runner = await createUser(db)
    const { admin, answer } = await invite(runner.email, { role: 'Empresa', enterprise_id: 1 })
    expect(answer.status).toBe(201)
    const token = await lastToken(runner.email)
    expect((await call('POST', '/me/invitations/read', runner, { token })).data).toEqual({
      role: 'Empresa',
      company: 'Largada',
      type: null,
    })
    expect((await accept(runner, token)).status).toBe(200)
    expect(await rolesOf(runner)).toEqual(['Empresa', 'Participante'])
    const list = await strict.call('GET', '/participant/list-events', { token: runner.token })
    expect(list.json().code).toBe('second_factor_required')
    await strict.close()
    for (const blocked of [true, false]) {
      await call('PATCH', `/admin/staff/${runner.id}/block`, admin, { blocked, reason: 'Férias' })
      expect(await rolesOf(runner)).toEqual(blocked ? ['Participante'] : ['Empresa', 'Participante'])
    }
    expect((await call('DELETE', `/admin/staff/${runner.id}`, admin, { reason: 'Saiu' })).status).toBe(200)
    expect(await rolesOf(runner)).toEqual(['Participante'])
    expect((await call('GET', '/enterprise/overview', runner)).status).toBe(403)
  })

  test('belongs to Admin or to one enterprise, and may also be an organizer', async () => {
    const organizer = await createOrganizer(db)
    await invite(organizer.email)
    expect((await accept(organizer, await lastToken(organizer.email))).status).toBe(200)
    expect(await rolesOf(organizer)).toEqual(['Admin', 'Organizador'])
    const { answer } = await invite(organizer.email, { role: 'Empresa', enterprise_id: 1 })
    expect(answer.errors).toEqual({ email: ['Este e-mail já está cadastrado.'] })
  })
})

describe('a realizador who also runs', () => {
  const person = (changes: object = {}) => ({
    cpf: nextCpf(),
    rg: '',
    birth_date: '20/05/1990',
    sex: 1,
    phone: '(11) 98765-4321',
    emergency_contact: 'Maria',
    emergency_contact_phone: '(11) 91234-5678',
    accept_terms: true,
    address: producerForm().address,
    ...changes,
  })

  test('cannot probe which CPFs have an account', async () => {
    const limited = await testApp(db, { env: { RATE_LIMITS: 'on', SECOND_FACTOR: 'optional' } })
    const producer = await createProducer(db, { organizer: await createOrganizer(db) })
    const { cpf } = await createUser(db)
    const statuses: number[] = []
    for (let i = 0; i < 11; i++)
      statuses.push(
        (await limited.call('POST', '/me/runner', { token: producer.token, body: person({ cpf }) }))
          .statusCode,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  test('adds the data that a race requires, and uses both roles with one login', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const taken = (await createUser(db)).cpf
    expect((await call('POST', '/me/runner', producer, person({ cpf: taken }))).errors).toEqual({
      cpf: [expect.stringMatching(/^Este CPF já está cadastrado\. .*fale com o nosso atendimento/)],
    })
    expect((await call('POST', '/me/runner', producer, person({ accept_terms: false }))).status).toBe(422)
    expect((await call('POST', '/me/runner', producer, person())).status).toBe(201)
    expect((await call('POST', '/me/runner', producer, person())).status).toBe(409)
    expect(await rolesOf(producer)).toEqual(['Organizador', 'Participante'])
    const consents = (await call('GET', '/me/consents', producer)).data
    expect(consents.find(({ kind }: { kind: string }) => kind === 'terms')).toMatchObject({ granted: true })
  })
})
