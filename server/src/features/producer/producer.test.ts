import { afterAll, describe, expect, test } from 'vitest'
import type { Permission } from '#contract/roles.ts'
import { hashPassword } from '#server/features/account/credentials/password.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createProducer, nextCnpj, producerForm, savedProducerForm } from '#test/factories/producer.ts'
import { createOrganizer, createUser, openSession, type TestOrganizer } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const register = (who: { token: string }, body: object) =>
  app.call('POST', '/organizer/producers/register', { token: who.token, body })
const update = (who: { token: string }, id: number, body: object) =>
  app.call('PUT', `/organizer/producers/${id}`, { token: who.token, body })
const get = (who: { token: string }, path = '') =>
  app.call('GET', `/organizer/producers${path}`, { token: who.token })
const login = (email: unknown, password: unknown) => app.call('POST', '/login', { body: { email, password } })
const namesSeenBy = async (who: { token: string }, path = '') =>
  (await get(who, path)).json().data.map((producer: { fantasy_name: string }) => producer.fantasy_name)

describe('registering a realizador', () => {
  test("creates an account whose password can be set only through the invitation's link", async () => {
    const organizer = await createOrganizer(db, { fantasyName: 'Corre Brasil' })
    const form = producerForm({ email: 'NOVO@exemplo.test', cnpj: '12.ABC.345/01DE-35' })
    const answer = await register(organizer, form)
    expect(answer.json()).toMatchObject({ status: 201, message: 'Organizador registrado com sucesso!' })

    const { id } = answer.json().data
    expect((await get(organizer, `/${id}`)).json().data).toEqual([
      {
        id,
        user_id: null,
        nickname: 'Zé',
        email: 'novo@exemplo.test',
        cnpj: '12ABC34501DE35',
        fantasy_name: form.fantasy_name,
        corporate_reason: 'Realizadora de Eventos Ltda.',
        responsible: 'José da Silva',
        phone: '11987654321',
        address: {
          zip: '01001000',
          address: 'Praça da Sé',
          number: '1',
          complement: null,
          district: 'Sé',
          city: 'São Paulo',
          state: 'SP',
        },
        type: 1,
        enterprise_id: 1,
        email_verified: false,
        blocked_at: null,
        blocked_reason: null,
        events: [],
      },
    ])
    expect((await login(form.email, form.password)).statusCode).toBe(401)

    const [mail] = await mailTo(app, 'novo@exemplo.test')
    expect(mail?.subject).toBe('Corre Brasil convidou você para a Largada')
    const body = { token: tokenIn(mail), password: 'a-minha-senha', password_confirmation: 'a-minha-senha' }
    expect((await app.call('POST', '/resetPassword/confirm', { body })).statusCode).toBe(200)
    expect((await login(form.email, form.password)).statusCode).toBe(401)
    const session = (await login(form.email, 'a-minha-senha')).json().data
    expect(session).toMatchObject({
      roles: ['Organizador'],
      permissions: [],
      user: { name: 'José da Silva', organizer: { type: 1, fantasy_name: form.fantasy_name } },
    })
    expect((await get(organizer, `/${id}`)).json().data[0].email_verified).toBe(true)
  })

  test.each([
    ['fantasy_name', '', 'Nome fantasia é obrigatório'],
    ['email', '', 'Email obrigatório'],
    ['email', 'nada', 'Email inválido'],
    ['cnpj', '', 'CNPJ obrigatório'],
    ['cnpj', '11.111.111/1111-11', 'CNPJ inválido'],
    ['corporate_reason', '', 'Razão Social é obrigatória'],
    ['responsible', '', 'Nome do responsável é obrigatório'],
    ['phone', '', 'Telefone é obrigatório'],
    ['password', '', 'Senha é obrigatória'],
    ['password', 'curta', 'O campo precisa ter pelo menos 8 caracteres'],
    ['address.zip', '', 'CEP obrigatório'],
    ['address.address', '', 'Endereço é obrigatório'],
    ['address.district', '', 'Bairro é obrigatório'],
    ['address.city', '', 'Cidade é obrigatória'],
    ['address.state', '', 'Estado é obrigatório'],
    ['address.number', '', 'Número é obrigatório'],
  ])('page 2 §5: %s as "%s": %s', async (field, value, message) => {
    const organizer = await createOrganizer(db)
    const form = producerForm()
    const [name = '', nested] = field.split('.')
    const changed = nested ? { ...(form[name] as object), [nested]: value } : value
    const answer = await register(organizer, { ...form, [name]: changed })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[field][0]).toBe(message)
  })

  test('a taken e-mail and CNPJ are reported by field, even for concurrent requests', async () => {
    const organizer = await createOrganizer(db)
    const form = producerForm()
    await register(organizer, form)
    const errors = { email: ['Este e-mail já está cadastrado.'], cnpj: ['Este CNPJ já está cadastrado.'] }
    expect((await register(organizer, form)).json()).toMatchObject({ status: 422, errors })

    const rival = await createOrganizer(db)
    expect((await register(rival, { ...form, email: 'outro@exemplo.test' })).statusCode).toBe(201)

    const sameCnpj = nextCnpj()
    const twice = await Promise.all([
      register(organizer, producerForm({ cnpj: sameCnpj })),
      register(organizer, producerForm({ cnpj: sameCnpj })),
    ])
    expect(twice.map((answer) => answer.statusCode).sort()).toEqual([201, 422])
    expect(twice.find((answer) => answer.statusCode === 422)?.json().errors).toEqual({ cnpj: errors.cnpj })
  })

  test('Admin names the organizer; a realizador registers for their own organizer', async () => {
    const organizer = await createOrganizer(db)
    const admin = await createUser(db, { roles: ['Admin'] })
    expect((await register(admin, producerForm())).json().errors).toEqual({
      organizer_id: ['O campo é obrigatório'],
    })
    const colleague = await createProducer(db, {
      organizer,
      permissions: ['create-realizador', 'view-realizadores'],
    })
    expect(
      (await register(admin, producerForm({ organizer_id: colleague.organizerId }))).json().errors,
    ).toEqual({ organizer_id: ['Organizador não encontrado.'] })
    const byAdmin = producerForm({ organizer_id: organizer.organizerId })
    expect((await register(admin, byAdmin)).statusCode).toBe(201)
    const byColleague = producerForm({ organizer_id: (await createOrganizer(db)).organizerId })
    expect((await register(colleague, byColleague)).statusCode).toBe(201)

    expect(await namesSeenBy(organizer)).toEqual(
      expect.arrayContaining([byAdmin.fantasy_name, byColleague.fantasy_name]),
    )
    // A colleague may link a realizador who is not linked to any event yet.
    expect(await namesSeenBy(colleague)).toEqual([byColleague.fantasy_name])
  })
})

describe('changing a realizador', () => {
  test('saves, accepts unchanged e-mail and CNPJ, and audits fields without their values', async () => {
    const organizer = await createOrganizer(db)
    const form = producerForm()
    const { id } = (await register(organizer, form)).json().data
    const answer = await update(organizer, id, { ...form, phone: '(21) 91234-5678' })
    expect(answer.json()).toEqual({
      status: 200,
      message: 'Organizador atualizado com sucesso!',
      data: { id },
    })
    expect((await get(organizer, `/${id}`)).json().data[0].phone).toBe('21912345678')
    const entry = await db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'producer.updated')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(entry.after).toEqual({ changed: ['phone'] })
  })

  test('a new e-mail ends the sessions and must be verified; the old address is notified', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const form = producerForm({ email: 'mudou@exemplo.test' })
    expect((await update(organizer, producer.organizerId, form)).statusCode).toBe(200)
    expect((await app.call('GET', '/me', { token: producer.token })).statusCode).toBe(401)
    expect((await get(organizer, `/${producer.organizerId}`)).json().data[0]).toMatchObject({
      email: 'mudou@exemplo.test',
      email_verified: false,
    })
    expect((await mailTo(app, 'mudou@exemplo.test'))[0]?.subject).toContain('convidou você')
    expect((await mailTo(app, producer.email))[0]?.subject).toContain('foi alterado')
  })

  test('rejects the e-mail of another realizador of the organizer, and their own', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const colleague = await createProducer(db, { organizer })
    for (const { email } of [colleague, organizer])
      expect((await update(organizer, producer.organizerId, producerForm({ email }))).json().errors).toEqual({
        email: ['Este e-mail já está cadastrado.'],
      })
  })

  test('only the organizer changes e-mail and company; other realizadores change contact data', async () => {
    const organizer = await createOrganizer(db)
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const link = { organizer, events: [event.id], permissions: ['edit-realizador', 'view-event'] as const }
    const caller = await createProducer(db, link)
    const { organizerId: id, email } = await createProducer(db, link)
    const form = await savedProducerForm(db, id)
    for (const who of [caller, await createUser(db, { roles: ['Empresa'] })]) {
      for (const [field, value] of [
        ['email', caller.email.replace('@', '+meu@')],
        ['cnpj', nextCnpj()],
        ['fantasy_name', 'Outra'],
        ['corporate_reason', 'Outra Ltda.'],
      ] as const)
        expect((await update(who, id, { ...form, [field]: value })).json()).toMatchObject({
          status: 403,
          message: 'Só o organizador muda o e-mail e a empresa de um realizador. Peça a ele.',
          errors: { [field]: [expect.any(String)] },
        })
      const nickname = `Por ${who.id}`
      expect((await update(who, id, { ...form, nickname, phone: '2133334444' })).statusCode).toBe(200)
      expect((await get(organizer, `/${id}`)).json().data[0]).toMatchObject({ email, nickname })
    }
    for (const who of [organizer, await createUser(db, { roles: ['Admin'] })])
      expect((await update(who, id, { ...form, ...producerForm() })).statusCode).toBe(200)
  })

  test("a realizador linked to an event outside the caller's scope cannot be changed", async () => {
    const organizer = await createOrganizer(db)
    const [shared, apart] = [
      await createEvent(db, { organizerId: organizer.organizerId }),
      await createEvent(db, { organizerId: organizer.organizerId }),
    ]
    const caller = await createProducer(db, {
      organizer,
      events: [shared.id],
      permissions: ['edit-realizador', 'view-event'],
    })
    const { organizerId: id } = await createProducer(db, { organizer, events: [shared.id, apart.id] })
    const form = await savedProducerForm(db, id)
    const message = 'Este realizador trabalha em eventos que você não vê. Peça a mudança ao organizador.'
    expect((await update(caller, id, { ...form, email: 'meu@exemplo.test' })).json()).toMatchObject({
      status: 403,
      message,
    })
    expect((await update(caller, id, { ...form, phone: '2133334444' })).json()).toMatchObject({
      status: 403,
      message,
    })
    const unlink = `/organizer/producers/${id}/events/${shared.id}`
    expect((await app.call('DELETE', unlink, { token: caller.token })).json()).toMatchObject({
      status: 403,
      message,
    })
    expect((await get(organizer, `/${id}`)).json().data[0].events).toHaveLength(2)
  })

  test('callers cannot change or link a realizador with more permissions than their own', async () => {
    const organizer = await createOrganizer(db)
    const [event, other] = [
      await createEvent(db, { organizerId: organizer.organizerId }),
      await createEvent(db, { organizerId: organizer.organizerId }),
    ]
    const caller = await createProducer(db, {
      organizer,
      events: [event.id, other.id],
      permissions: ['edit-realizador', 'view-event'],
    })
    const link = { organizer, events: [event.id] }
    const stronger = await createProducer(db, { ...link, permissions: ['view-event', 'edit-event'] })
    const weaker = await createProducer(db, { ...link, permissions: ['view-event'] })
    const saves = async (id: number) => update(caller, id, await savedProducerForm(db, id))
    const links = (organizer_id: number) =>
      app.call('POST', '/organizer/producers/add-event', {
        token: caller.token,
        body: { organizer_id, event_id: other.id },
      })
    const message = 'Este realizador tem permissões que você não tem.'
    for (const refused of [await saves(stronger.organizerId), await links(stronger.organizerId)])
      expect(refused.json()).toMatchObject({ status: 403, message })
    for (const done of [await saves(weaker.organizerId), await links(weaker.organizerId)])
      expect(done.statusCode).toBe(200)
  })

  test('after a new e-mail only the password set by its own invitation works', {
    tags: 'operation',
  }, async () => {
    const organizer = await createOrganizer(db)
    const passwordHash = await hashPassword('a-senha-de-antes')
    const producer = await createProducer(db, { organizer })
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', producer.id).execute()
    const email = 'outra.pessoa@exemplo.test'
    const form = await savedProducerForm(db, producer.organizerId)
    expect((await update(organizer, producer.organizerId, { ...form, email })).statusCode).toBe(200)
    // Somebody else requests a verification link, and the user opens it.
    await db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', producer.id)
      .execute()
    expect((await login(email, 'a-senha-de-antes')).statusCode).toBe(401)
    const invitation = tokenIn((await mailTo(app, email))[0])
    const body = { token: invitation, password: 'a-minha-senha', password_confirmation: 'a-minha-senha' }
    expect((await app.call('POST', '/resetPassword/confirm', { body })).statusCode).toBe(200)
    // The previous owner's second factor is not required either.
    expect((await login(email, 'a-minha-senha')).json().data).toMatchObject({ token: expect.any(String) })
  })
})

describe('the sessions of a realizador', () => {
  const sessions = (who: { token: string }, id: number) => get(who, `/${id}/sessions`)
  const end = (who: { token: string }, id: number, session = '') =>
    app.call('DELETE', `/organizer/producers/${id}/sessions${session}`, { token: who.token })
  const open = async (token: string) => (await app.call('GET', '/me', { token })).statusCode === 200

  test('are listed and ended by the organizer, one or all, and audited', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const [second, third] = [await openSession(db, producer.id), await openSession(db, producer.id)]
    const id = producer.organizerId
    const list = (await sessions(organizer, id)).json().data
    expect(list).toHaveLength(3)
    expect(list[0]).toMatchObject({ id: expect.any(Number), current: false, user_agent: null })

    expect((await end(organizer, id, `/${list[0].id}`)).json().message).toBe('Sessão encerrada.')
    expect((await end(organizer, id, `/${list[0].id}`)).statusCode).toBe(404)
    expect((await sessions(organizer, id)).json().data).toHaveLength(2)
    expect((await end(organizer, id)).json().message).toBe('Sessões encerradas.')
    for (const token of [producer.token, second, third]) expect(await open(token)).toBe(false)
    expect((await sessions(organizer, id)).json().data).toEqual([])

    const audited = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id'])
      .where('entity', '=', 'producer')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'producer.session_ended', actor_user_id: organizer.id },
      { action: 'producer.sessions_ended', actor_user_id: organizer.id },
    ])
  })

  test('of an account with another role are not ended, because they serve that role too', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const { id: sessionId } = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', producer.id)
      .executeTakeFirstOrThrow()
    await db.insertInto('user_roles').values({ user_id: producer.id, role: 'Admin' }).execute()
    expect((await sessions(organizer, producer.organizerId)).json().data).toEqual([])
    for (const session of ['', `/${sessionId}`]) {
      const answer = await end(organizer, producer.organizerId, session)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toContain('só ela encerra as sessões')
    }
    expect(await open(producer.token)).toBe(true)
  })

  test('are not listed after they ended', async () => {
    const organizer = await createOrganizer(db)
    const producer = await createProducer(db, { organizer })
    const dayAgo = new Date(app.deps.clock.now().getTime() - 25 * 3_600_000)
    await db
      .updateTable('sessions')
      .set({ last_used_at: dayAgo })
      .where('user_id', '=', producer.id)
      .execute()
    expect(await open(producer.token)).toBe(false)
    expect((await sessions(organizer, producer.organizerId)).json().data).toEqual([])
  })

  test("of another account cannot be ended through the path of one's own realizador", async () => {
    const [organizer, rival] = [await createOrganizer(db), await createOrganizer(db)]
    const producer = await createProducer(db, { organizer })
    const theirs = await createProducer(db, { organizer: rival })
    const [session] = (await sessions(rival, theirs.organizerId)).json().data
    expect((await end(organizer, producer.organizerId, `/${session.id}`)).statusCode).toBe(404)
    expect((await end(organizer, theirs.organizerId)).statusCode).toBe(404)
    expect(await open(theirs.token)).toBe(true)
  })
})

describe('the list of realizadores', () => {
  test('shows an organizer their own, Admin and Empresa all, a realizador those with a shared event', async () => {
    const [a, b] = [await createOrganizer(db), await createOrganizer(db)]
    const [shared, apart, foreign] = [
      await createEvent(db, { organizerId: a.organizerId }),
      await createEvent(db, { organizerId: a.organizerId }),
      await createEvent(db, { organizerId: b.organizerId }),
    ]
    const make = (organizer: TestOrganizer, fantasyName: string, events: number[]) =>
      createProducer(db, { organizer, fantasyName, events, permissions: ['view-realizadores'] })
    const ana = await make(a, 'Ana', [shared.id])
    await make(a, 'Bia', [shared.id, apart.id])
    const caio = await make(a, 'Caio', [apart.id])
    const duda = await make(a, 'Duda', [])
    const eva = await make(b, 'Eva', [foreign.id])

    expect(await namesSeenBy(a)).toEqual(['Ana', 'Bia', 'Caio', 'Duda'])
    expect(await namesSeenBy(b)).toEqual(['Eva'])
    expect(await namesSeenBy(ana)).toEqual(['Ana', 'Bia'])
    expect(await namesSeenBy(duda)).toEqual([])
    for (const role of ['Admin', 'Empresa'] as const)
      expect(await namesSeenBy(await createUser(db, { roles: [role] }))).toEqual(
        expect.arrayContaining(['Ana', 'Bia', 'Caio', 'Duda', 'Eva']),
      )

    // Only events within the caller's scope are listed.
    const bia = (await get(ana)).json().data[1]
    expect(bia.events).toEqual([{ id: shared.id, title: shared.title }])
    for (const [who, id] of [
      [ana, caio.organizerId],
      [a, eva.organizerId],
      [b, ana.organizerId],
      [a, a.organizerId],
    ] as const)
      expect((await get(who, `/${id}`)).json()).toMatchObject({
        status: 404,
        message: 'Dados do organizador não encontrados.',
      })
  })
})

test('who registers a realizador and then works for another organizer no longer sees them', {
  tags: 'operation',
}, async () => {
  const [a, b] = [await createOrganizer(db), await createOrganizer(db)]
  const email = 'rita@exemplo.test'
  const rita = await createUser(db, { email })
  const invited = async (organizer: TestOrganizer, permissions: readonly Permission[]) => {
    const { id } = (await register(organizer, producerForm({ email }))).json().data
    const rows = await db.selectFrom('permissions').select('id').where('name', 'in', permissions).execute()
    await app.call('POST', `/organizer/producers/${id}/permissions`, {
      token: organizer.token,
      body: { permissions: rows.map((row) => row.id) },
    })
    const token = tokenIn((await mailTo(app, email)).at(-1))
    const accepted = await app.call('POST', '/me/invitations/accept', { token: rita.token, body: { token } })
    expect(accepted.statusCode, accepted.body).toBe(200)
    return id
  }
  const forA = await invited(a, ['view-realizadores', 'create-realizador'])
  const form = producerForm({ fantasy_name: 'Beto' })
  const { id: beto } = (await register(rita, form)).json().data
  expect(await namesSeenBy(rita)).toEqual(['Beto'])
  const removed = await app.call('DELETE', `/organizer/producers/${forA}`, {
    token: a.token,
    body: { reason: 'Fim do contrato' },
  })
  expect(removed.statusCode, removed.body).toBe(200)
  expect((await get(rita)).statusCode).toBe(403)

  await invited(b, ['view-realizadores', 'edit-realizador'])
  expect(await namesSeenBy(rita)).toEqual([])
  for (const answer of [
    await get(rita, `/${beto}`),
    await get(rita, `/${beto}/permissions`),
    await update(rita, beto, { ...form, phone: '(11) 90000-0000' }),
  ])
    expect(answer.statusCode, answer.body).toBe(404)
  expect(await namesSeenBy(a)).toEqual(['Beto'])
})

describe('the events of a realizador', () => {
  const addTo = (who: { token: string }, organizer_id: number, event_id: number) =>
    app.call('POST', '/organizer/producers/add-event', { token: who.token, body: { organizer_id, event_id } })
  const removeFrom = (who: { token: string }, id: number, eventId: number) =>
    app.call('DELETE', `/organizer/producers/${id}/events/${eventId}`, { token: who.token })

  test('linking is idempotent; unlinking takes effect immediately', async () => {
    const organizer = await createOrganizer(db)
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const producer = await createProducer(db, { organizer, permissions: ['view-event'] })
    const sees = async () =>
      (await app.call('GET', `/organizer/events/${event.id}`, { token: producer.token })).statusCode

    expect(await sees()).toBe(404)
    for (const _ of [1, 2])
      expect((await addTo(organizer, producer.organizerId, event.id)).json()).toEqual({
        status: 200,
        message: 'Realizador relacionado ao evento com sucesso!',
        data: null,
      })
    expect(await sees()).toBe(200)
    expect((await get(organizer, `/event/${event.id}`)).json()).toMatchObject({
      event: { id: event.id, title: event.title },
      data: [{ id: producer.organizerId, events: [{ id: event.id }] }],
    })

    expect((await removeFrom(organizer, producer.organizerId, event.id)).statusCode).toBe(200)
    expect(await sees()).toBe(404)
    expect((await removeFrom(organizer, producer.organizerId, event.id)).statusCode).toBe(200)
    expect((await get(organizer, `/event/${event.id}`)).json().data).toEqual([])
    const audited = await db
      .selectFrom('audit_log')
      .select('action')
      .where('event_id', '=', event.id)
      .orderBy('id')
      .execute()
    expect(audited.map((entry) => entry.action)).toEqual(['event.producer_added', 'event.producer_removed'])
  })

  test('other organizers’ events and realizadores are not found; Admin cannot link across organizers', async () => {
    const [a, b] = [await createOrganizer(db), await createOrganizer(db)]
    const [own, foreign] = [
      await createEvent(db, { organizerId: a.organizerId }),
      await createEvent(db, { organizerId: b.organizerId }),
    ]
    const producer = await createProducer(db, { organizer: a })
    expect((await addTo(a, producer.organizerId, foreign.id)).statusCode).toBe(404)
    expect((await addTo(b, producer.organizerId, foreign.id)).statusCode).toBe(404)
    expect((await removeFrom(b, producer.organizerId, own.id)).statusCode).toBe(404)
    const admin = await createUser(db, { roles: ['Admin'] })
    expect((await addTo(admin, producer.organizerId, own.id)).statusCode).toBe(200)
    expect((await addTo(admin, producer.organizerId, foreign.id)).json().errors).toEqual({
      organizer_id: ['Este realizador não trabalha para o organizador deste evento.'],
    })
  })
})
