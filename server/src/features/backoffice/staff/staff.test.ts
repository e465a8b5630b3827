import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { callerOf } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { nextCnpj, producerForm } from '#test/factories/producer.ts'
import { createOrganizer, createUser, nextNumber, openSession } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], passwordHash })
const call = callerOf(app, admin)

const form = (changes: object = {}) => ({
  name: 'Lia Prado',
  email: `lia${nextNumber()}@exemplo.test`,
  role: 'Admin',
  current_password: PASSWORD,
  ...changes,
})
const newEnterprise = async (): Promise<number> =>
  (await call('POST', '/admin/enterprises', { name: 'Empresa do Sul', cnpj: nextCnpj() })).data.id
const actionsOn = (entity: string, id: number) =>
  db
    .selectFrom('audit_log')
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('id')
    .select(['action', 'after'])
    .execute()

describe('a user of Admin or Empresa', () => {
  test('is invited by e-mail, sets a password by the link, and logs in', async () => {
    const enterprise_id = await newEnterprise()
    const input = form({ role: 'Empresa', enterprise_id })
    const { data } = await call('POST', '/admin/staff', input)
    expect((await call('GET', `/admin/staff/${data.id}`)).data).toMatchObject({
      name: 'Lia Prado',
      role: 'Empresa',
      enterprise: { id: enterprise_id, name: 'Empresa do Sul' },
      email_verified: false,
    })
    const [mail] = await mailTo(app, input.email)
    const token = tokenIn(mail)
    const password = 'uma senha bem longa'
    const reset = await app.call('POST', '/resetPassword/confirm', {
      body: { token, password, password_confirmation: password },
    })
    expect(reset.statusCode).toBe(200)
    const login = await app.call('POST', '/login', { body: { email: input.email, password } })
    expect(login.json().data.roles).toEqual(['Empresa'])
    expect(await actionsOn('user', data.id)).toEqual([
      { action: 'user.created', after: { name: 'Lia Prado', role: 'Empresa', enterprise_id } },
      expect.objectContaining({ action: 'user.password_changed' }),
    ])
  })

  test('is found by name and role; a participant is not found', async () => {
    await createUser(db, { roles: ['Empresa'], name: 'Quitéria Única' })
    const runner = await createUser(db, { name: 'Quitéria Corredora' })
    const found = await call('POST', '/admin/staff/search', { search: 'quiteria', role: 'Empresa' })
    expect(found).toMatchObject({
      data: [{ name: 'Quitéria Única', enterprise: { id: 1 } }],
      meta: { total: 1 },
    })
    expect((await call('POST', '/admin/staff/search', { search: 'quiteria', role: 'Admin' })).data).toEqual(
      [],
    )
    expect((await call('GET', `/admin/staff/${runner.id}`)).status).toBe(404)
    expect((await call('PATCH', `/admin/staff/${runner.id}/block`, { blocked: false })).status).toBe(404)
    expect((await call('DELETE', `/admin/staff/${runner.id}`, { reason: 'Saiu' })).status).toBe(404)
  })

  test.each([
    [{ current_password: 'errada' }, { current_password: ['Senha incorreta.'] }],
    [{ current_password: undefined }, { current_password: ['Confirme com a sua senha atual.'] }],
    [{ role: 'Organizador' }, { role: ['Escolha o papel'] }],
    [{ role: 'Empresa' }, { enterprise_id: ['Escolha a empresa'] }],
    [{ role: 'Empresa', enterprise_id: 999_999 }, { enterprise_id: ['Empresa não encontrada.'] }],
    [{ email: admin.email }, { email: ['Este e-mail já está cadastrado.'] }],
  ])('with %j is refused', async (changes, errors) => {
    expect(await call('POST', '/admin/staff', form(changes))).toMatchObject({ status: 422, errors })
  })

  test('is blocked with a reason, which ends the sessions, and unblocked', async () => {
    const user = await createUser(db, { roles: ['Empresa'] })
    const path = `/admin/staff/${user.id}`
    expect((await call('PATCH', `${path}/block`, { blocked: true })).errors).toEqual({
      reason: ['Informe o motivo'],
    })
    for (const _ of [1, 2])
      expect((await call('PATCH', `${path}/block`, { blocked: true, reason: 'Férias' })).status).toBe(200)
    expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(401)
    expect((await call('GET', path)).data).toMatchObject({ blocked_reason: 'Férias' })
    expect((await call('POST', `${path}/reset-access`)).status).toBe(409)
    await call('PATCH', `${path}/block`, { blocked: false })
    expect((await call('GET', path)).data).toMatchObject({ blocked_at: null, blocked_reason: null })
    expect((await call('POST', `${path}/reset-access`)).message).toBe('E-mail de recuperação enviado.')
    expect(await actionsOn('user', user.id)).toEqual([
      { action: 'user.blocked', after: { reason: 'Férias' } },
      { action: 'user.unblocked', after: null },
      { action: 'user.access_reset', after: null },
    ])
  })

  test('is removed: the account is gone, the e-mail is available, and the audit log keeps the name', async () => {
    const other = await createUser(db, { roles: ['Admin'], name: 'Ana Antiga', passwordHash })
    await callerOf(app, other)('POST', '/admin/enterprises', { name: 'Feita por Ana', cnpj: nextCnpj() })
    expect((await call('DELETE', `/admin/staff/${other.id}`, {})).status).toBe(422)
    expect((await call('DELETE', `/admin/staff/${other.id}`, { reason: 'Saiu' })).message).toBe(
      'Usuário removido.',
    )
    expect((await app.call('GET', '/me', { token: other.token })).statusCode).toBe(401)
    expect((await call('GET', `/admin/staff/${other.id}`)).status).toBe(404)
    const audit = await call('POST', '/admin/audit/search', { actor: 'Ana Antiga' })
    expect(audit.data[0]).toMatchObject({ action: 'enterprise.created' })
    expect((await call('POST', '/admin/staff', form({ email: other.email }))).status).toBe(201)
  })

  test('leaves no name if the invitation was never accepted', async () => {
    const { data } = await call('POST', '/admin/staff', form())
    expect((await call('POST', `/admin/staff/${data.id}/reset-access`)).message).toBe(
      'Convite enviado de novo.',
    )
    await call('DELETE', `/admin/staff/${data.id}`, { reason: 'E-mail errado' })
    const row = db.selectFrom('users').select(['name', 'email']).where('id', '=', data.id)
    expect(await row.executeTakeFirst()).toEqual({
      name: 'Participante removido',
      email: `removido-${data.id}@removido.invalid`,
    })
  })

  test('nobody removes their own access, and of two who remove each other one remains', async () => {
    for (const [method, path, body] of [
      ['PATCH', '/block', { blocked: true, reason: 'Teste' }],
      ['DELETE', '', { reason: 'Teste' }],
    ] as const)
      expect(await call(method, `/admin/staff/${admin.id}${path}`, body)).toMatchObject({
        status: 409,
        exception: 'Esta é a sua própria conta. Peça a outro administrador.',
      })
    const [one, two] = [
      await createUser(db, { roles: ['Admin'] }),
      await createUser(db, { roles: ['Admin'] }),
    ]
    const answers = await Promise.all(
      [
        [one, two],
        [two, one],
      ].map(([by, of]) =>
        app.call('DELETE', `/admin/staff/${of?.id}`, { token: by?.token, body: { reason: 'Saiu' } }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })
})

test("a user of another enterprise than the platform's sees and changes only its own data", async () => {
  const enterpriseId = await newEnterprise()
  const { data } = await call('POST', '/admin/staff', form({ role: 'Empresa', enterprise_id: enterpriseId }))
  const own = await createOrganizer(db, { enterpriseId })
  const foreign = await createOrganizer(db)
  const mine = await createEvent(db, { organizerId: own.organizerId })
  await db.updateTable('events').set({ enterprise_id: enterpriseId }).where('id', '=', mine.id).execute()
  const theirs = await createEvent(db, { organizerId: foreign.organizerId })
  const company = callerOf(app, { token: await openSession(db, data.id) })

  expect((await company('GET', '/organizer/events')).data.map(({ id }: { id: number }) => id)).toEqual([
    mine.id,
  ])
  for (const path of ['', '/participants', '/dashboard', '/history', '/refunds']) {
    expect((await company('GET', `/organizer/events/${mine.id}${path}`)).status, path).toBe(200)
    expect((await company('GET', `/organizer/events/${theirs.id}${path}`)).status, path).toBe(404)
  }
  expect((await company('GET', '/enterprise/overview')).data.enterprise).toMatchObject({
    name: 'Empresa do Sul',
  })
  expect((await company('GET', '/organizer/owners')).data).toEqual([
    expect.objectContaining({ id: own.organizerId }),
  ])
  const refused = { organizer_id: ['Organizador não encontrado.'] }
  const race = await eventForm(db, { organizer_id: foreign.organizerId })
  expect((await company('POST', '/events/create', race)).errors).toEqual(refused)
  const producer = producerForm({ organizer_id: foreign.organizerId })
  expect((await company('POST', '/organizer/producers/register', producer)).errors).toEqual(refused)
  const accepted = producerForm({ organizer_id: own.organizerId })
  expect((await company('POST', '/organizer/producers/register', accepted)).status).toBe(201)
  expect((await company('GET', '/organizer/producers')).data).toHaveLength(1)

  // A user of the enterprise that runs the platform sees all events.
  const platform = await createUser(db, { roles: ['Empresa'] })
  for (const { id } of [mine, theirs])
    expect((await callerOf(app, platform)('GET', `/organizer/events/${id}`)).status).toBe(200)
})

describe('records created by mistake', () => {
  test('an enterprise is deleted while nothing references it', async () => {
    const id = await newEnterprise()
    const organizer = await createOrganizer(db, { enterpriseId: id })
    expect(await call('DELETE', `/admin/enterprises/${id}`)).toMatchObject({
      status: 409,
      exception: 'Esta empresa tem organizadores, eventos ou usuários e não pode ser apagada.',
    })
    expect((await call('DELETE', `/admin/organizers/${organizer.organizerId}`)).status).toBe(200)
    expect((await call('DELETE', `/admin/enterprises/${id}`)).message).toBe('Empresa apagada.')
    expect((await call('DELETE', `/admin/enterprises/${id}`)).status).toBe(404)
    expect((await actionsOn('enterprise', id)).map(({ action }) => action)).toEqual([
      'enterprise.created',
      'enterprise.deleted',
    ])
    expect((await call('DELETE', '/admin/enterprises/1')).exception).toBe(
      'A empresa da plataforma não pode ser apagada.',
    )
  })

  test('deletes an organizer without events and realizadores, and its account', async () => {
    const used = await createOrganizer(db)
    await createEvent(db, { organizerId: used.organizerId })
    expect(await call('DELETE', `/admin/organizers/${used.organizerId}`)).toMatchObject({
      status: 409,
      exception: expect.stringContaining('não pode ser apagado. Suspenda-o.'),
    })
    expect((await app.call('GET', '/me', { token: used.token })).statusCode).toBe(200)

    const employer = await createOrganizer(db)
    await createOrganizer(db, { parentId: employer.organizerId })
    expect((await call('DELETE', `/admin/organizers/${employer.organizerId}`)).status).toBe(409)

    const mistake = await createOrganizer(db)
    expect((await call('DELETE', `/admin/organizers/${mistake.organizerId}`)).message).toBe(
      'Organizador apagado.',
    )
    expect((await app.call('GET', '/me', { token: mistake.token })).statusCode).toBe(401)
    expect((await call('GET', `/admin/organizers/${mistake.organizerId}`)).status).toBe(404)
  })
})
