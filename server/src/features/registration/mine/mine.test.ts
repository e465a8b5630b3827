import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { at, createEvent } from '../../../../test/factories/event.ts'
import { createOrder } from '../../../../test/factories/order.ts'
import { createUser, type TestUser } from '../../../../test/factories/user.ts'
import { PAYMENT_LINK } from '../../../../test/payments.ts'
import { companion, register, submission } from '../../../../test/wizard.ts'

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

test('lists the user’s own registrations, newest first, in pages', async () => {
  const user = await createUser(db, { name: 'Ana' })
  const first = await createEvent(db, { title: 'Primeira', eventOn: '2027-03-07' })
  const second = await createEvent(db, { title: 'Segunda' })
  const order = await createOrder(db, first, {
    buyer: user,
    additional: 1,
    payment: { status: PAYMENT_STATUS.pending },
  })
  await createOrder(db, second, { buyer: user, payment: null })
  await createOrder(db, second)

  const page = (await list(user, '?per_page=2')).json()
  expect(page.meta).toEqual({ current_page: 1, per_page: 2, last_page: 2, total: 3 })
  expect(page.data.map((row: { event: { title: string } }) => row.event.title)).toEqual([
    'Segunda',
    'Primeira',
  ])
  const [row] = (await list(user, '?per_page=2&page=2')).json().data
  expect(row).toEqual({
    id: at(order.registrations, 0).id,
    status: 'Pendente',
    status_code: 0,
    status_color: 'warning',
    can_cancel: true,
    event: {
      id: first.id,
      slug: first.slug,
      title: 'Primeira',
      date_event: '07/03/2027',
      city: null,
      state: null,
      start_time: '07:00',
      payment: {
        payment_link: expect.stringMatching(PAYMENT_LINK),
        value: '110.00',
        type: 0,
        status: 'pendente',
        status_code: 0,
      },
    },
    participant: { name: 'Ana' },
    category: { name: '10 km Geral' },
  })
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
    lines: [
      { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
      { kind: 'discount', label: 'Cupom DEZ', amount: '-10.00' },
      { kind: 'fee', label: 'Taxa de serviço', amount: '10.00' },
    ],
    terms: [{ name: 'Regulamento', version: 1, description: 'As regras.' }],
    answers: [{ question: 'Primeira vez?', accepted: true, file: null }],
    payments: [{ type: 0, value: '100.00', status: 'pendente', history: [{ status: 'pendente' }] }],
    receipt: null,
  })
  expect((await details(registrations[1].id, user)).json().data.participant.name).toBe('Beto Lima')
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

test('answers 404 for another account’s registration and 401 without a session', async () => {
  const order = await createOrder(db, await createEvent(db))
  const { id } = at(order.registrations, 0)
  const stranger = await createUser(db)
  expect((await details(id, stranger)).statusCode).toBe(404)
  expect((await details(id, stranger, '/calendar.ics')).statusCode).toBe(404)
  expect((await app.call('GET', '/participant/list-events')).statusCode).toBe(401)
})
