import { afterAll, describe, expect, test } from 'vitest'
import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { selectPasskeys } from '#server/features/account/passkeys/queries.ts'
import { testApp } from '#test/app.ts'
import { organizerForm } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { createPasskey } from '#test/factories/passkey.ts'
import { createProducer, nextCnpj } from '#test/factories/producer.ts'
import { createOrganizer, createUser, openSession } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], passwordHash })

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
const call = (method: Method, path: string, body?: unknown) =>
  app.call(method, `/admin/organizers${path}`, { token: admin.token, body })

async function register(changes: Record<string, unknown> = {}) {
  const form = organizerForm(changes)
  const answer = await call('POST', '', form)
  expect(answer.statusCode, answer.body).toBe(201)
  return { ...form, id: answer.json().data.id as number, email: String(form.email), cnpj: String(form.cnpj) }
}
const read = async (id: number): Promise<OrganizerAccount> => (await call('GET', `/${id}`)).json().data
const audited = async (id: number) =>
  (
    await db
      .selectFrom('audit_log')
      .where('entity', '=', 'organizer')
      .where('entity_id', '=', id)
      .orderBy('id')
      .select(['action', 'actor_user_id'])
      .execute()
  ).map(({ action, actor_user_id }) => {
    expect(actor_user_id).toBe(admin.id)
    return action
  })
const logIn = (email: string, password: string) => app.call('POST', '/login', { body: { email, password } })

describe('a new organizer', () => {
  test('gets an invitation whose link sets the password and opens the account', async () => {
    const { id, email } = await register()
    expect(await read(id)).toMatchObject({ email, email_verified: false, suspended_at: null, events: 0 })
    const [invitation] = await mailTo(app, email)
    expect(invitation?.subject).toContain('já pode organizar eventos na Largada')
    const password = 'senha bem forte'
    const accepted = await app.call('POST', '/resetPassword/confirm', {
      body: { token: tokenIn(invitation), password, password_confirmation: password },
    })
    expect(accepted.statusCode).toBe(200)
    const session = (await logIn(email, password)).json().data
    expect(session).toMatchObject({ roles: ['Organizador'], user: { organizer: { type: 0 } } })
    expect(session.permissions).toContain('create-event')
    expect(await audited(id)).toEqual(['organizer.created'])
  })

  test('requires an unused e-mail and CNPJ and an existing enterprise', async () => {
    const { email, cnpj } = await register()
    const answer = await call('POST', '', organizerForm({ email, cnpj, enterprise_id: 99_999 }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({
      email: ['Este e-mail já está cadastrado.'],
      cnpj: ['Este CNPJ já está cadastrado.'],
      enterprise_id: ['Empresa não encontrada.'],
    })
  })

  test('is created once by concurrent requests', async () => {
    const cnpj = nextCnpj()
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '', organizerForm({ cnpj }))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
  })
})

describe('the list', () => {
  test('is searched by name, e-mail and CNPJ, and filtered by state', async () => {
    const mine = await register({ fantasy_name: 'Maratona do Sertão' })
    const search = async (body: object) =>
      (await call('POST', '/search', body)).json().data.map(({ id }: { id: number }) => id)
    expect(await search({ search: 'sertao MARATONA' })).toEqual([mine.id])
    expect(await search({ search: mine.email })).toEqual([mine.id])
    expect(await search({ search: mine.cnpj })).toEqual([mine.id])
    expect(await search({ search: 'sertao', state: 'invited' })).toEqual([mine.id])
    expect(await search({ search: 'sertao', state: 'active' })).toEqual([])
    expect(await search({ search: 'ninguem se chama assim' })).toEqual([])
  })

  test('contains no realizadores', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    expect((await call('GET', `/${producer.organizerId}`)).statusCode).toBe(404)
    expect(await read(organizer.organizerId)).toMatchObject({ producers: 1 })
  })
})

describe('editing', () => {
  test('administrators cannot change their own e-mail here', async () => {
    const self = await createOrganizer(db, {
      roles: ['Admin', 'Organizador'],
      passwordHash,
    })
    const form = organizerForm({ email: 'tomada@exemplo.test', current_password: PASSWORD })
    const answer = await app.call('PUT', `/admin/organizers/${self.organizerId}`, {
      token: self.token,
      body: form,
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({
      email: ['Este é o e-mail da sua própria conta. Troque-o em Minha conta.'],
    })
    expect((await read(self.organizerId)).email).toBe(self.email)
    const kept = await app.call('PUT', `/admin/organizers/${self.organizerId}`, {
      token: self.token,
      body: { ...form, email: self.email },
    })
    expect(kept.statusCode).toBe(200)
  })

  test('a new e-mail ends the sessions, removes the passkeys and gets an invitation', async () => {
    const organizer = await createOrganizer(db)
    await createPasskey(db, organizer.id)
    const form = organizerForm({ current_password: PASSWORD })
    expect((await call('PUT', `/${organizer.organizerId}`, form)).statusCode).toBe(200)
    expect((await app.call('GET', '/me', { token: organizer.token })).statusCode).toBe(401)
    expect(await selectPasskeys(db, organizer.id)).toEqual([])
    expect(await read(organizer.organizerId)).toMatchObject({ email: form.email, email_verified: false })
    expect(await mailTo(app, String(form.email))).toHaveLength(1)
    expect(await mailTo(app, organizer.email)).toHaveLength(1)
    // Saving it unchanged changes and audits nothing.
    expect((await call('PUT', `/${organizer.organizerId}`, form)).statusCode).toBe(200)
    expect(await audited(organizer.organizerId)).toEqual(['organizer.updated'])
  })
})

describe('fields that determine who is paid', () => {
  const refused = { current_password: ['Confirme com a sua senha atual.'] }

  test.each(['email', 'cnpj'])('changing the %s of an organizer requires the password', async (field) => {
    const made = await register()
    const { id, ...form } = made
    const changed = { ...form, [field]: organizerForm()[field] }
    expect((await call('PUT', `/${id}`, changed)).json().errors).toEqual(refused)
    expect((await call('PUT', `/${id}`, { ...changed, current_password: 'errada' })).json().errors).toEqual({
      current_password: ['Senha incorreta.'],
    })
    expect(await read(id)).toMatchObject({ email: form.email })
    expect((await call('PUT', `/${id}`, { ...changed, current_password: PASSWORD })).statusCode).toBe(200)
    // E-mail and CNPJ do not change.
    expect((await call('PUT', `/${id}`, { ...changed, nickname: 'Outro' })).statusCode).toBe(200)
  })

  test('changing the CNPJ of an enterprise requires the password', async () => {
    const go = (method: 'POST' | 'PUT', path: string, body: object) =>
      app.call(method, `/admin/enterprises${path}`, { token: admin.token, body })
    const { id } = (await go('POST', '', { name: 'Pagadora', cnpj: nextCnpj() })).json().data
    const body = { name: 'Recebedora', cnpj: nextCnpj() }
    expect((await go('PUT', `/${id}`, body)).json().errors).toEqual(refused)
    expect((await go('PUT', `/${id}`, { ...body, current_password: PASSWORD })).statusCode).toBe(200)
    expect((await go('PUT', `/${id}`, { ...body, name: 'Só o nome' })).statusCode).toBe(200)
  })
})

describe('suspending', () => {
  test('blocks all its accounts and closes its open events; reactivating unblocks the same accounts', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const barred = await createProducer(db, { organizer })
    await db
      .updateTable('users')
      .set({ blocked_at: new Date('2026-01-01') })
      .where('id', '=', barred.id)
      .execute()
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const other = await createEvent(db, { organizerId: (await createOrganizer(db)).organizerId })
    const statusOf = async ({ id }: { id: number }) =>
      (await db.selectFrom('events').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    const suspend = async (suspended: boolean) =>
      (await call('PATCH', `/${organizer.organizerId}/suspension`, { suspended, reason: 'Denúncias' })).json()
        .data

    const answers = await Promise.all([suspend(true), suspend(true)])
    expect(answers.map(({ closed_events }) => closed_events).sort()).toEqual([0, 1])
    expect(answers[0].suspended_at).toBe(answers[1].suspended_at)
    for (const { token } of [organizer, producer])
      expect((await app.call('GET', '/me', { token })).statusCode).toBe(401)
    expect(await statusOf(event)).toBe(0)
    expect(await statusOf(other)).toBe(1)
    // The public page still exists.
    expect((await app.call('GET', `/events/${event.id}`)).json().data.status).toBe(0)
    const reset = await call('POST', `/${organizer.organizerId}/reset-access`)
    expect([reset.statusCode, reset.json().message]).toEqual([
      409,
      'Esta conta está bloqueada. Desbloqueie-a antes.',
    ])

    await suspend(false)
    await suspend(false)
    // Registrations stay closed until somebody opens the event.
    expect(await statusOf(event)).toBe(0)
    for (const { id } of [organizer, producer])
      expect((await app.call('GET', '/me', { token: await openSession(db, id) })).statusCode).toBe(200)
    expect((await app.call('GET', '/me', { token: await openSession(db, barred.id) })).statusCode).toBe(401)
    expect(await audited(organizer.organizerId)).toEqual(['organizer.suspended', 'organizer.reactivated'])
  })
})

describe('access', () => {
  test('sends one recovery link for repeated requests, or the invitation again', async () => {
    const organizer = await createOrganizer(db)
    const path = `/${organizer.organizerId}/reset-access`
    await Promise.all([call('POST', path), call('POST', path)])
    expect(await mailTo(app, organizer.email)).toHaveLength(1)
    const invited = await register()
    await mailTo(app, invited.email)
    expect((await call('POST', `/${invited.id}/reset-access`)).json().message).toBe(
      'Convite enviado de novo.',
    )
    expect((await mailTo(app, invited.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('já pode organizar'),
      expect.stringContaining('já pode organizar'),
    ])
  })
})

describe('enterprises', () => {
  test('are created, found and changed, and must have different CNPJs', async () => {
    const go = (method: Method, path: string, body?: unknown) =>
      app.call(method, `/admin/enterprises${path}`, { token: admin.token, body })
    const cnpj = nextCnpj()
    const created = await go('POST', '', { name: 'Corre São Luís', cnpj })
    const { id } = created.json().data
    expect((await go('POST', '', { name: 'Outra', cnpj })).json().errors).toEqual({
      cnpj: ['Este CNPJ já está cadastrado.'],
    })
    await createOrganizer(db, { enterpriseId: id })
    for (const search of ['sao luis', cnpj])
      expect((await go('GET', `?search=${encodeURIComponent(search)}`)).json().data).toMatchObject([
        { id, organizers: 1, events: 0 },
      ])
    const changed = { name: 'Corre Maranhão', cnpj }
    await go('PUT', `/${id}`, changed)
    await go('PUT', `/${id}`, changed)
    expect((await go('GET', `/${id}`)).json().data.name).toBe('Corre Maranhão')
    const trail = await db
      .selectFrom('audit_log')
      .where('entity', '=', 'enterprise')
      .where('entity_id', '=', id)
      .orderBy('id')
      .select('action')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['enterprise.created', 'enterprise.updated'])
    expect((await go('POST', '', { name: '', cnpj: '1' })).json().errors).toEqual({
      name: ['Nome obrigatório'],
      cnpj: ['CNPJ inválido'],
    })
    expect((await go('GET', '/99999')).statusCode).toBe(404)
  })
})
