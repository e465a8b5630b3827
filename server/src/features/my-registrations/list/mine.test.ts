import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { PAYMENT_LINK } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
let app: TestApp
beforeAll(async () => {
  app = await testApp(db)
})
afterAll(() => app.close())

const list = (user: TestUser, query = '') =>
  app.call('GET', `/participant/list-events${query}`, { token: user.token })
const details = (id: number, user: TestUser, path = '') =>
  app.call('GET', `/participant/registrations/${id}${path}`, { token: user.token })

test('lists the registrations of the user in pages, those that wait for the user first', async () => {
  const user = await createUser(db, { name: 'Ana' })
  const past = await createEvent(db, { title: 'Passada', eventOn: '2024-03-03' })
  const cancelled = await createEvent(db, { title: 'Cancelada', eventOn: '2099-01-04' })
  const later = await createEvent(db, { title: 'Depois', eventOn: '2099-06-07' })
  const next = await createEvent(db, { title: 'Em breve', eventOn: '2099-03-08' })
  const unpaid = await createEvent(db, { title: 'A pagar', eventOn: '2099-09-06' })
  const buyer = { buyer: user }
  const pending = { status: PAYMENT_STATUS.pending }
  await createOrder(db, past, { ...buyer, payment: pending })
  await createOrder(db, cancelled, {
    ...buyer,
    registrationStatus: 2,
    payment: pending,
    // It can no longer be undone.
    createdAt: new Date(Date.now() - 600_000),
  })
  const order = await createOrder(db, unpaid, { ...buyer, payment: pending })
  await createOrder(db, later, { ...buyer, payment: null })
  await createOrder(db, next, { ...buyer, payment: { status: PAYMENT_STATUS.paid } })

  const titles = async (query: string) =>
    (await list(user, query)).json().data.map((row: { event: { title: string } }) => row.event.title)
  const all = ['A pagar', 'Em breve', 'Depois', 'Cancelada', 'Passada']
  expect(await titles('')).toEqual(all)
  expect(await titles('?per_page=2&page=2')).toEqual(all.slice(2, 4))
  const { data, meta } = (await list(user, '?per_page=2')).json()
  expect(meta).toEqual({ current_page: 1, per_page: 2, last_page: 3, total: 5 })
  const over = (await list(user)).json().data.map((row: { is_over: boolean }) => row.is_over)
  expect(over).toEqual([false, false, false, true, true])
  const [row] = data
  expect(row).toEqual({
    id: at(order.registrations, 0).id,
    status: 'Pendente',
    status_code: 0,
    status_color: 'warning',
    can_cancel: true,
    money_sentence: 'R$\u00a0110,00 a pagar',
    is_over: false,
    lacks_bank_data: false,
    awaits_choice: false,
    confirmation: null,
    guardian: null,
    credit_from: null,
    undo_until: null,
    event: {
      id: unpaid.id,
      slug: unpaid.slug,
      title: 'A pagar',
      date_event: '06/09/2099',
      start_place: null,
      city: null,
      state: null,
      start_time: '07:00',
      event_image: null,
      picture: null,
      days_left: expect.any(Number),
      payment: {
        payment_link: expect.stringMatching(PAYMENT_LINK),
        value: '110.00',
        people: [{ id: at(order.registrations, 0).id, name: 'Ana', amount: '110.00' }],
        installments: 1,
        interest: '0.00',
        total: '110.00',
        due_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
        payable_until: expect.stringMatching(/T03:00:00.000Z$/),
        type: 0,
        status: 'pendente',
        status_code: 0,
      },
    },
    participant: { name: 'Ana' },
    category: { name: '10 km Geral' },
    price_lines: [
      { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
      { kind: 'fee', label: 'Taxa de serviço', amount: '10.00' },
    ],
  })
})

test('a race without a cover has none; days are those of its time zone', async () => {
  const user = await createUser(db)
  const now = app.deps.clock.now()
  const timezone = 'America/Rio_Branco'
  const event = await createEvent(db, { timezone, eventOn: addDays(dayIn(timezone, now), 14) })
  await createOrder(db, event, { buyer: user })
  expect((await list(user)).json().data[0].event).toMatchObject({ days_left: 14, picture: null })
})

test('of registrations cancelled just now, only those that can be undone stand among the coming ones', async () => {
  const user = await createUser(db)
  const cancelled = async (title: string, eventOn: string, status: number = PAYMENT_STATUS.pending) => {
    const event = await createEvent(db, { title, eventOn })
    await createOrder(db, event, { buyer: user, registrationStatus: 2, payment: { status } })
    return event
  }
  const closed = await cancelled('Encerrada', '2099-01-02')
  const off = await cancelled('Suspensa', '2099-01-03')
  await cancelled('Paga', '2099-01-04', PAYMENT_STATUS.paid)
  await cancelled('Em aberto', '2099-03-08')
  const coming = await createEvent(db, { title: 'Depois', eventOn: '2099-06-07' })
  await createOrder(db, coming, { buyer: user, payment: null })
  const change = (id: number, to: object) => db.updateTable('events').set(to).where('id', '=', id).execute()
  await change(closed.id, { registration_starts_on: '2026-01-01', registration_ends_on: '2026-01-31' })
  await change(off.id, { status: EVENT_STATUS.cancelled })

  const { data } = (await list(user)).json()
  expect(
    data.map((row: { event: { title: string }; is_over: boolean }) => [row.event.title, row.is_over]),
  ).toEqual([
    ['Em aberto', false],
    ['Depois', false],
    ['Paga', true],
    ['Suspensa', true],
    ['Encerrada', true],
  ])
})

test('a refund that waits for bank data comes first, although its registration is cancelled', async () => {
  const user = await createUser(db)
  await createOrder(db, await createEvent(db, { eventOn: '2099-03-08' }), { buyer: user, payment: null })
  const event = await createEvent(db, { title: 'Devolução', eventOn: '2099-09-06' })
  const order = await createOrder(db, event, {
    buyer: user,
    registrationStatus: 2,
    payment: { type: 1, status: PAYMENT_STATUS.paid },
  })
  const { id, paymentId } = at(order.registrations, 0)
  await db
    .insertInto('refunds')
    .values({
      event_id: event.id,
      payment_id: paymentId ?? 0,
      registration_id: id,
      amount_cents: 110_00,
      reason: 'organizer',
      status: 'sent',
      asked_at: new Date(),
      request_url: 'https://banco.test/dados',
    })
    .execute()
  const [row] = (await list(user)).json().data
  expect(row).toMatchObject({ id, status: 'Cancelado', is_over: false, lacks_bank_data: true })
})

test('a cancelled registration whose money waits for a decision is not over', async () => {
  const user = await createUser(db)
  const event = await createEvent(db)
  const order = await createOrder(db, event, { buyer: user, registrationStatus: 2, payment: { status: 2 } })
  const { id } = at(order.registrations, 0)
  await db
    .insertInto('refund_choices')
    .values({ event_id: event.id, registration_id: id, kind: 'event_cancelled', ends_on: '2030-01-01' })
    .execute()
  const first = async () => (await list(user)).json().data[0]
  expect(await first()).toMatchObject({ id, is_over: false, awaits_choice: true })
  await db
    .updateTable('refund_choices')
    .set({ choice: 'donation', chosen_at: new Date() })
    .where('registration_id', '=', id)
    .execute()
  expect(await first()).toMatchObject({ id, is_over: true, awaits_choice: false })
})

test('a free registration has no payment', async () => {
  const user = await createUser(db)
  await createOrder(db, await createEvent(db), { buyer: user, payment: null })
  const [row] = (await list(user)).json().data
  expect(row).toMatchObject({ status: 'Confirmado', can_cancel: true, event: { payment: null } })
})

test('filters by title, ignoring accents and case, and by the date of the race', async () => {
  const user = await createUser(db)
  for (const [title, eventOn] of [
    ['Maratona de São Paulo', '2027-04-11'],
    ['Corrida 100% Rua_Velha', '2027-05-09'],
  ] as const)
    await createOrder(db, await createEvent(db, { title, eventOn }), { buyer: user })
  const titles = async (query: string) =>
    (await list(user, query)).json().data.map((row: { event: { title: string } }) => row.event.title)

  expect(await titles('?title=sao%20PAULO')).toEqual(['Maratona de São Paulo'])
  expect(await titles('?title=100%25')).toEqual(['Corrida 100% Rua_Velha'])
  expect(await titles('?title=%25')).toEqual(['Corrida 100% Rua_Velha'])
  expect(await titles('?date_event_start=01/05/2027')).toEqual(['Corrida 100% Rua_Velha'])
  expect(await titles('?date_event_start=2027-04-11&date_event_end=11/04/2027')).toEqual([
    'Maratona de São Paulo',
  ])
  expect(await titles('?title=rio')).toEqual([])
  expect((await list(user, '?date_event_end=31/02/2027')).statusCode).toBe(422)
})

test('returns a registration with its price lines, terms, answers, payments and their history', async () => {
  const event = await createEvent(db, {
    coupons: [{ code: 'DEZ' }],
    terms: [{ name: 'Regulamento', description: 'As regras.' }],
    questionnaires: [{ description: 'Primeira vez?' }],
  })
  const user = await createUser(db, { name: 'Ana' })
  const body = submission(event, {
    discount_coupon_id: at(event.coupons, 0).id,
    discount_coupon_code: 'DEZ',
    participants: [companion()],
  })
  const { registrations } = (await register(app, event, user, body)).json().data
  const mine = (await details(registrations[0].id, user)).json().data
  expect(mine).toMatchObject({
    participant: { name: 'Ana', cpf: user.cpf, birth_date: '20/05/1990' },
    category: { name: '10 km Geral', modality: '10 km' },
    product: { name: 'Kit Completo', shirt_size: 'P' },
    value: '100.00',
    price_lines: [
      { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
      { kind: 'coupon', label: 'Cupom DEZ', amount: '-10.00' },
      { kind: 'fee', label: 'Taxa de serviço', amount: '10.00' },
    ],
    terms: [{ name: 'Regulamento', version: 1, description: 'As regras.', sha256: sha256Hex('As regras.') }],
    answers: [{ question: 'Primeira vez?', accepted: true, file: null }],
    payments: [{ type: 0, value: '100.00', status: 'pendente', history: [{ status: 'pendente' }] }],
    receipt: null,
  })
  expect((await details(registrations[1].id, user)).json().data.participant.name).toBe('Beto Lima')
  for (const row of (await list(user)).json().data) expect(row.price_lines).toEqual(mine.price_lines)
  for (const row of registrations) expect(row.price_lines).toEqual(mine.price_lines)
})

test('a confirmed registration has a receipt', async () => {
  const user = await createUser(db, { name: 'Ana' })
  const order = await createOrder(db, await createEvent(db), {
    buyer: user,
    payment: { status: PAYMENT_STATUS.paid },
  })
  const { id } = at(order.registrations, 0)
  expect((await details(id, user)).json().data).toMatchObject({
    can_cancel: false,
    receipt: { number: `LRG-${String(id).padStart(8, '0')}`, payer: { name: 'Ana', cpf: user.cpf } },
  })
})

test('the calendar file uses the time zone of the race', async () => {
  const user = await createUser(db)
  const event = await createEvent(db, {
    title: 'Corrida do Acre',
    eventOn: '2027-06-13',
    timezone: 'America/Rio_Branco',
  })
  const order = await createOrder(db, event, { buyer: user })
  const answer = await details(at(order.registrations, 0).id, user, '/calendar.ics')
  expect(answer.headers['content-type']).toContain('text/calendar')
  expect(answer.body).toContain('SUMMARY:Corrida do Acre')
  expect(answer.body).toContain('DTSTART:20270613T120000Z')
})

test("responds with 404 for another account's registration and with 401 without a session", async () => {
  const order = await createOrder(db, await createEvent(db))
  const { id } = at(order.registrations, 0)
  const stranger = await createUser(db)
  expect((await details(id, stranger)).statusCode).toBe(404)
  expect((await details(id, stranger, '/calendar.ics')).statusCode).toBe(404)
  expect((await app.call('GET', '/participant/list-events')).statusCode).toBe(401)
})
