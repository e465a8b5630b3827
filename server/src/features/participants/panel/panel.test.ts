import { afterAll, expect, test } from 'vitest'
import { sha256Hex } from '#server/lib/tokens.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { chargedRegistration, pressAndDeliver } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db, { env: { RATE_LIMITS: 'on' } })
afterAll(app.close)

const organizer = await createOrganizer(db)
const { organizerId, token } = organizer
const race = await createEvent(db, { organizerId, title: 'Corrida da Serra' })

const call = (method: 'GET' | 'POST' | 'PUT', id: number, path = '', body?: object) =>
  app.call(method, `/organizer/registrations/${id}${path}`, { token, ...(body && { body }) })
const panelOf = async (id: number) => (await call('GET', id)).json().data
const buyerOf = (id: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('r.id', '=', id)
    .select(['u.email', 'u.name', 'u.id'])
    .executeTakeFirstOrThrow()

test('the panel shows the person, what was paid and owed, accepted terms and the history', async () => {
  const order = await createOrder(db, race, { payment: { status: 2 } })
  const { id } = at(order.registrations, 0)
  await db
    .updateTable('users')
    .set({ emergency_contact: 'Marta Prado', emergency_contact_phone: '11933334444' })
    .where('id', '=', order.buyer.id)
    .execute()
  await db.updateTable('registrations').set({ total_cents: 17_000 }).where('id', '=', id).execute()
  expect(await panelOf(id)).toMatchObject({
    id,
    participant: { name: order.buyer.name },
    person: { emergency_contact: 'Marta Prado', emergency_contact_phone: '11933334444', email: null },
    buyer: { name: order.buyer.name, email: order.buyer.email },
    event: { id: race.id, title: 'Corrida da Serra' },
    value: '170.00',
    money_sentence: 'R$\u00a0110,00 de R$\u00a0170,00 pagos, faltam R$\u00a060,00',
    payments: [{ value: '110.00', status_code: 2, is_open: false, created_at: expect.any(String) }],
    price_lines: [
      { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
      { kind: 'fee', label: 'Taxa de serviço', amount: '10.00' },
    ],
    notes: [],
    history: expect.arrayContaining([
      expect.objectContaining({ action: 'registration.created', actor: order.buyer.name }),
      expect.objectContaining({ action: 'payment.received' }),
    ]),
  })
})

test('the history tells the request of a refund and the refund, with the amount', async () => {
  const { registrationId: id, chargeId } = await chargedRegistration(app, race)
  await pressAndDeliver(app, chargeId, 'pagar')
  const cancelled = await app.call('PATCH', `/organizer/registrations/${id}/status`, {
    token,
    body: { status: 2, refund: true },
  })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  await runJobsOnce(app.deps)
  const changes = [{ field: 'Valor', before: null, after: 'R$\u00a0110,00' }]
  const { history } = await panelOf(id)
  for (const action of ['payment.received', 'refund.requested', 'refund.done'])
    expect(history).toContainEqual(expect.objectContaining({ action, changes }))
})

test('the panel identifies the accepted wording of each term by version and hash', async () => {
  const event = await createEvent(db, {
    organizerId,
    terms: [{ name: 'Regulamento', description: 'As regras.' }],
  })
  const placed = await register(app, event, await createUser(db), submission(event))
  await db
    .updateTable('terms')
    .set({ description: 'Outras.', version: 2 })
    .where('event_id', '=', event.id)
    .execute()
  expect((await panelOf(placed.json().data.registrations[0].id)).terms).toMatchObject([
    { name: 'Regulamento', version: 1, sha256: sha256Hex('As regras.') },
  ])
})

test('who registers somebody by their CPF does not see the emergency contact of that person', async () => {
  const victim = await createUser(db, { name: 'Vera Luz' })
  const free = await createEvent(db, { organizerId, kits: [{ valueCents: 0, feeRate: 0, sizes: [] }] })
  const placed = await register(
    app,
    free,
    await createUser(db),
    submission(free, {
      payment_method_id: null,
      participants: [companion({ name: 'Nome Inventado', cpf: victim.cpf })],
    }),
  )
  expect(placed.statusCode, placed.body).toBe(201)
  const id = at<{ id: number }>(placed.json().data.registrations, 1).id
  const panel = await call('GET', id)
  expect(panel.json().data).toMatchObject({
    participant: { name: 'Nome Inventado', cpf: victim.cpf },
    person: { emergency_contact: null, emergency_contact_phone: null },
  })
  expect(panel.body).not.toContain('11912345678')

  // The registration that the owner makes shows the emergency contact.
  const own = await register(app, race, victim, submission(race))
  expect((await panelOf(own.json().data.registrations[0].id)).person).toMatchObject({
    emergency_contact: 'Contato',
    emergency_contact_phone: '11912345678',
  })
})

test('a name, birth date or sex is corrected with a reason, which the history records and the buyer receives', async () => {
  const buyer = await createUser(db, { name: 'Bruna Prada Lima' })
  const { registrationId: id } = await chargedRegistration(app, race, { buyer })
  const { email } = await buyerOf(id)
  const corrected = {
    name: 'Bruna Prado Lima',
    birth_date: '20/06/1990',
    sex: 0,
    reason: 'Documento conferido na entrega',
  }
  const answer = await call('PUT', id, '/person', corrected)
  expect(answer.json()).toMatchObject({
    message: 'Dados corrigidos.',
    data: { participant: { name: 'Bruna Prado Lima' }, person: { birth_date: '20/06/1990', sex: 0 } },
  })
  const { history } = await panelOf(id)
  expect(history[0]).toMatchObject({
    action: 'registration.person_corrected',
    changes: [
      { field: 'Campos corrigidos', after: 'nome, data de nascimento, sexo' },
      { field: 'Motivo', after: 'Documento conferido na entrega' },
    ],
  })
  const audited = await db.selectFrom('audit_log').where('entity_id', '=', id).selectAll().execute()
  expect(JSON.stringify(audited)).not.toContain('Bruna Prado')
  const mail = (await mailTo(app, email)).find(
    ({ subject }) => subject === 'Dados corrigidos: Corrida da Serra',
  )
  expect(mail?.text).toContain('Documento conferido na entrega')

  // The event's history contains it too, in words.
  const ofEvent = await app.call('GET', `/organizer/events/${race.id}/history`, { token })
  expect(ofEvent.json().data[0]).toMatchObject({
    action: 'registration.person_corrected',
    registration_id: id,
    changes: [{ field: 'Campos corrigidos' }, { field: 'Motivo' }],
  })
  // Repeating it changes and sends nothing; the list finds the new name.
  await call('PUT', id, '/person', corrected)
  expect((await panelOf(id)).history).toHaveLength(history.length)
  const list = await app.call('GET', `/organizer/events/${race.id}/participants?search=prado+lima`, { token })
  expect(list.json().data.map((row: { id: number }) => row.id)).toEqual([id])
})

test('a correction without a reason, with a future birth date or of a cancelled registration is refused', async () => {
  const { registrationId: id } = await chargedRegistration(app, race)
  const right = { name: 'Caio Moura', birth_date: '02/03/1991', sex: 0, reason: 'Documento' }
  const refused = async (change: object) =>
    (await call('PUT', id, '/person', { ...right, ...change })).json().errors
  expect(await refused({ reason: ' ' })).toEqual({ reason: ['Escreva o motivo da correção.'] })
  expect(await refused({ birth_date: '02/03/2190' })).toEqual({
    birth_date: ['A data de nascimento está no futuro.'],
  })
  await app.call('PATCH', `/organizer/registrations/${id}/status`, { token, body: { status: 2 } })
  expect((await call('PUT', id, '/person', right)).statusCode).toBe(409)
})

test('notes are stored with their author', async () => {
  const { id } = at((await createOrder(db, race)).registrations, 0)
  const answer = await call('POST', id, '/notes', { text: 'Retira o kit no sábado.' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json().data.notes).toEqual([
    {
      id: expect.any(Number),
      text: 'Retira o kit no sábado.',
      author: expect.any(String),
      created_at: expect.any(String),
    },
  ])
  expect((await call('POST', id, '/notes', { text: '' })).json().errors).toEqual({
    text: ['Escreva a anotação.'],
  })
})

test('the panel of a registration of another organizer is not found', async () => {
  const { id } = at((await createOrder(db, await createEvent(db))).registrations, 0)
  expect((await call('GET', id)).statusCode).toBe(404)
  expect((await call('POST', id, '/notes', { text: 'Olá' })).statusCode).toBe(404)
})

test('resends the payment link of an unpaid registration and the confirmation of a confirmed one, at most five times an hour', async () => {
  const { registrationId: id } = await chargedRegistration(app, race)
  const { email } = await buyerOf(id)
  await runJobsOnce(app.deps)
  const links = async () =>
    (await mailTo(app, email)).filter(({ text }) => text.includes('Ir para pagamento')).length
  const before = await links()
  expect((await call('POST', id, '/resend')).json().message).toBe('Link de pagamento enviado.')
  expect(await links()).toBe(before + 1)

  const free = at((await createOrder(db, race, { payment: null })).registrations, 0)
  expect((await call('POST', free.id, '/resend')).json().message).toBe('Confirmação enviada.')
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await call('POST', free.id, '/resend')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test('a message can be resent even while all connections are busy with resends', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => createOrder(db, race, { payment: null })))
  const sent = await Promise.all(
    orders.map((order) => call('POST', at(order.registrations, 0).id, '/resend')),
  )
  expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
