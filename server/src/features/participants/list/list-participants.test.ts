// @module-tag operation
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { MOST_SORTED } from '#contract/participants/participants.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createBigEvent } from '#test/factories/big-event.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestOrganizer } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { PAYMENT_LINK } from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const PEOPLE = 1_200
const TODAY = dayIn('America/Sao_Paulo', new Date())
const FIRST_DAY = addDays(TODAY, -80)
const LAST_DAY = addDays(TODAY, -30)
const PAID_ON = sql`(
  select max(q.paid_at) at time zone 'America/Sao_Paulo' from payment_items i join payments q on q.id = i.payment_id
  where i.registration_id = r.id and q.status in (1, 2, 3, 12)
)::date`
let app: TestApp
let crowd: TestEvent
let admin: { token: string }
let organizer: TestOrganizer
beforeAll(async () => {
  app = await testApp(db)
  crowd = await createBigEvent(db, PEOPLE)
  admin = await createUser(db, { roles: ['Admin'] })
  organizer = await createOrganizer(db)
})
afterAll(() => app.close())

interface Answer {
  data: { id: number; participant: { name: string }; status: string; payment: { status: string } | null }[]
  meta: Record<string, number | string | boolean>
}
async function list(eventId: number, query = '', token = admin.token): Promise<Answer> {
  const answer = await app.call('GET', `/organizer/events/${eventId}/participants?${query}`, { token })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** All pages of a list. */
async function everyPage(eventId: number, query: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await list(eventId, `${query}&page=${page}&per_page=100`)
    ids.push(...data.map(({ id }) => id))
    if (page >= Number(meta.last_page)) {
      expect(ids).toHaveLength(Number(meta.total))
      return ids
    }
  }
}

const SILVA = sql`searchable(r.name || ' ' || u.email) like '%silva%'`

/** The expected list, by plain SQL on the source tables. */
async function plainly(eventId: number, where: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from registrations r join users u on u.id = r.responsible_user_id
    left join lateral effective_payment(r.id) p on true
    where r.event_id = ${eventId} and ${where} order by r.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

describe('finds what plain SQL finds, on every page', () => {
  const name = sql`searchable(r.name || ' ' || u.email || ' ' || r.cpf)`
  test.each<[string, () => string, () => ReturnType<typeof sql>]>([
    ['everything', () => '', () => sql`true`],
    [
      'a modality',
      () => `modality_id=${crowd.modalities[0]?.id}`,
      () => sql`r.modality_id = ${crowd.modalities[0]?.id}`,
    ],
    [
      'a category',
      () => `category_id=${crowd.categories[2]?.id}`,
      () => sql`r.category_id = ${crowd.categories[2]?.id}`,
    ],
    ['a product', () => `product_id=${crowd.kits[1]?.id}`, () => sql`r.kit_id = ${crowd.kits[1]?.id}`],
    ['a registration status', () => 'registration_status=0', () => sql`r.status = 0`],
    ['Pago, which also stands for 1 and 12', () => 'payment_status=2', () => sql`p.status in (1, 2, 12)`],
    ['Confirmado', () => 'payment_status=3', () => sql`p.status = 3`],
    ['Vencido', () => 'payment_status=4', () => sql`p.status = 4`],
    [
      'days of payment',
      () => `payment_date_start=${FIRST_DAY}&payment_date_end=${toBrazilianDate(LAST_DAY)}`,
      () => sql`${PAID_ON} between ${FIRST_DAY} and ${LAST_DAY}`,
    ],
    [
      'several at once',
      () => `modality_id=${crowd.modalities[0]?.id}&registration_status=1&payment_status=2`,
      () => sql`r.modality_id = ${crowd.modalities[0]?.id} and r.status = 1 and p.status in (1, 2, 12)`,
    ],
    ['a name, accents forgiven', () => 'search=ASSUNCAO', () => sql`${name} like '%assuncao%'`],
    [
      'words in any order',
      () => 'search=santos+maria',
      () => sql`${name} like '%santos%' and ${name} like '%maria%'`,
    ],
    ['an e-mail', () => 'search=maria.silva', () => sql`${name} like '%maria.silva%'`],
    ['a part of a CPF with its punctuation', () => 'search=.177-', () => sql`${name} like '%177%'`],
    ['two letters, which begin a word', () => 'search=zu', () => sql`${name} like '% zu%'`],
    [
      'a search among a few',
      () => 'search=silva&registration_status=0&payment_status=11',
      () => sql`${name} like '%silva%' and r.status = 0 and p.status = 11`,
    ],
    [
      'a search among many',
      () => 'search=silva&registration_status=1',
      () => sql`${name} like '%silva%' and r.status = 1`,
    ],
    ['signs of like', () => 'search=%25_', () => sql`false`],
  ])('%s', async (_name, query, where) => {
    expect(await everyPage(crowd.id, query())).toEqual(await plainly(crowd.id, where()))
  })
})

describe('in a large event', () => {
  let big: TestEvent
  beforeAll(async () => {
    big = await createBigEvent(db, 5_000)
  })
  const words = (word: string) => sql`searchable(r.name || ' ' || u.email) like ${`%${word}%`}`

  test.each<[string, () => string, () => ReturnType<typeof sql>]>([
    ['a frequent name', () => 'search=silva', () => words('silva')],
    [
      'a frequent name among a few',
      () => `search=silva&modality_id=${big.modalities[3]?.id}`,
      () => sql`${words('silva')} and r.modality_id = ${big.modalities[3]?.id}`,
    ],
    ['a rare name', () => 'search=uchoa+maria', () => sql`${words('uchoa')} and ${words('maria')}`],
    [
      'a name among those of a day, which are not the newest',
      () => `search=silva&payment_date_start=${FIRST_DAY}&payment_date_end=${FIRST_DAY}`,
      () => sql`${words('silva')} and ${PAID_ON} = ${FIRST_DAY}`,
    ],
  ])('%s is found on every page and counted exactly', async (_name, query, where) => {
    const expected = await plainly(big.id, where())
    expect(expected).not.toEqual([])
    expect(await everyPage(big.id, query())).toEqual(expected)
  })

  test('the last of many pages contains the oldest registrations', async () => {
    const query = 'search=exemplo.test&registration_status=0&per_page=100'
    const expected = await plainly(big.id, sql`${words('exemplo.test')} and r.status = 0`)
    const { meta } = await list(big.id, query)
    expect(meta.total).toBe(expected.length)
    const last = await list(big.id, `${query}&page=${meta.last_page}`)
    expect(last.data.map(({ id }) => id)).toEqual(expected.slice((Number(meta.last_page) - 1) * 100))
  })
})

describe('sorted', () => {
  const NAME = sql`(searchable(r.name) || ' ' || lower(u.email)) collate "C"`
  const sortedPlainly = async (key: ReturnType<typeof sql>, where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: number }>`
      select r.id from registrations r join users u on u.id = r.responsible_user_id
      where r.event_id = ${crowd.id} and ${where} order by ${key} nulls last, r.id desc`.execute(db)
    return rows.map(({ id }) => id)
  }

  test.each<[string, string, ReturnType<typeof sql>, ReturnType<typeof sql>]>([
    ['by name', 'sort=name', NAME, sql`true`],
    [
      'by name backwards, of those with a status',
      'sort=name&order=desc&registration_status=0',
      sql`${NAME} desc`,
      sql`r.status = 0`,
    ],
    ['by name, of those found', 'sort=name&search=silva', NAME, SILVA],
    ['by price', 'sort=value&order=desc', sql`r.total_cents desc`, sql`true`],
    ['by price, of those found', 'sort=value&search=silva', sql`r.total_cents`, SILVA],
    ['by the day of payment', 'sort=paid_on', PAID_ON, sql`true`],
    ['latest payment first, unpaid last', 'sort=paid_on&order=desc', sql`${PAID_ON} desc`, sql`true`],
    ['oldest first', 'sort=id&order=asc', sql`r.id`, sql`true`],
  ])('%s', async (_name, query, key, where) => {
    expect(await everyPage(crowd.id, query)).toEqual(await sortedPlainly(key, where))
  })

  test('a list not sorted by registration order ends after the maximum number of sorted rows', async () => {
    const { meta } = await list(crowd.id, 'sort=name&per_page=1')
    expect(meta).toMatchObject({ total: PEOPLE, last_page: PEOPLE })
    const big = await createBigEvent(db, MOST_SORTED + 100)
    const last = await list(big.id, `sort=value&per_page=100&page=${MOST_SORTED / 100}`)
    expect(last.meta).toMatchObject({ total: MOST_SORTED + 100, last_page: MOST_SORTED / 100 })
    expect(last.data).toHaveLength(100)
    expect((await list(big.id, `sort=value&per_page=100&page=${MOST_SORTED / 100 + 1}`)).data).toEqual([])
  })
})

test('the cards Pagos and Gratuitos filter exactly the registrations they count', async () => {
  const { meta } = await list(crowd.id)
  for (const [money, card] of [
    ['paid', 'total_paid_participants'],
    ['free', 'total_free_participants'],
  ] as const)
    expect((await list(crowd.id, `money=${money}`)).meta.total).toBe(meta[card])
  expect(Number(meta.total_paid_participants)).toBeGreaterThan(0)
})

test('a CPF is found with and without its punctuation', async () => {
  const order = await createOrder(db, await createEvent(db))
  const { id, cpf } = at(order.registrations, 0)
  const { event_id } = await db
    .selectFrom('orders')
    .where('id', '=', order.id)
    .select('event_id')
    .executeTakeFirstOrThrow()
  const dotted = cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
  for (const typed of [cpf, dotted, cpf.slice(2, 8)])
    expect((await list(event_id, `search=${typed}`)).data.map((row) => row.id)).toEqual([id])
  // Our screens send it in the body.
  for (const [search, ids] of [
    [dotted, [id]],
    ['ninguém', []],
  ] as const) {
    const found = await app.call('POST', `/organizer/events/${event_id}/participants/search`, {
      token: admin.token,
      body: { search, registration_status: '', page: 1 },
    })
    expect(found.json().data.map((row: { id: number }) => row.id)).toEqual(ids)
  }
})

test('a registration is found by its number, its order and its phone, before those in whose CPF the digits occur', async () => {
  const event = await createEvent(db)
  const order = await createOrder(db, event, { additional: 1 })
  const [first, second] = order.registrations.map(({ id }) => id)
  await createOrder(db, event)
  // The CPF of a later registration contains the number of the first.
  const later = at((await createOrder(db, event)).registrations, 0).id
  const cpf = String(first).padStart(11, '7')
  await sql`update registrations set cpf = ${cpf} where id = ${later}`.execute(db)
  await sql`update registrations set phone = '21912340077' where id = ${second}`.execute(db)
  const found = async (search: string) =>
    (await list(event.id, `search=${encodeURIComponent(search)}`)).data.map(({ id }) => id)

  expect(at(await found(String(first)), 0)).toBe(first)
  expect(await found(String(first))).toContain(later)
  expect(await found(`Nº ${first}`)).toContain(first)
  expect(await found(`Nº ${first}`)).not.toContain(later)
  expect(await found(`pedido ${order.id}`)).toEqual(expect.arrayContaining([first, second]))
  for (const phone of ['(21) 91234-0077', '21912340077', '+55 21 91234-0077', '91234-0077'])
    expect(await found(phone)).toEqual([second])
  expect((await list(event.id, `search=${first}&registration_status=2`)).data).toEqual([])
  expect(
    (await list((await createEvent(db)).id, `search=${encodeURIComponent(`Nº ${first}`)}`)).data,
  ).toEqual([])
})

test('a row has the shape of the specification, and its effective payment', async () => {
  const event = await createEvent(db, { organizerId: organizer.organizerId })
  const order = await createOrder(db, event, { payment: { status: 0 } })
  const answer = await app.call('GET', `/organizer/events/${event.id}/participants`, {
    token: organizer.token,
  })
  const { data, meta, event: about } = answer.json()
  const payment = {
    value: '110.00',
    type: 0,
    status: 'pendente',
    status_code: 0,
    payment_date: null,
    payment_link: expect.stringMatching(PAYMENT_LINK),
  }
  expect(data).toEqual([
    {
      id: at(order.registrations, 0).id,
      status: 'Pendente',
      status_code: 0,
      status_color: 'warning',
      team: null,
      participant: {
        name: order.buyer.name,
        cpf: order.buyer.cpf,
        emailResponsible: order.buyer.email,
        phone: '11987654321',
      },
      category: { id: at(event.categories, 0).id, name: '10 km Geral', modality: '10 km' },
      products: [
        {
          id: at(event.kits, 0).id,
          name: 'Kit Completo',
          quantity: 1,
          shirt_size_id: expect.any(Number),
          shirt_size: 'P',
        },
      ],
      value: '110.00',
      credit: '0.00',
      payment,
      payments: [payment],
      event: { title: event.title, end_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), payment },
      created_at: expect.any(String),
      can_cancel: true,
      ineligible: null,
      group: null,
      money_sentence: 'R$\u00a0110,00 a pagar',
      refundable: null,
      cancellation_needs_reason: false,
      cancellation_requested: false,
      terms_accepted: [],
      questionnaires: [],
    },
  ])
  expect(meta).toEqual({
    current_page: 1,
    per_page: 20,
    last_page: 1,
    total: 1,
    total_participants_registered: 1,
    total_paid_participants: 0,
    total_valor_paid_participants: '0.00',
    total_free_participants: 0,
    total_participants_confirmed: 0,
    total_participants_pending: 1,
    total_participants_canceled: 0,
  })
  expect(about).toMatchObject({
    id: event.id,
    modalities: [{ modality_name: '10 km', categories: [{ category_name: '10 km Geral' }] }],
    products: [{ name: 'Kit Completo' }],
  })
})

test('each row has the terms accepted and the answers given for that registration', async () => {
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    terms: [{ name: 'Uso de imagem' }, { name: 'Responsabilidade' }],
    questionnaires: [{ description: 'Primeira corrida?' }, { description: 'Precisa de guia?' }],
  })
  const answered = (...accepted: boolean[]) =>
    event.questionnaires.map(({ id }, i) => ({ questionnaire_id: id, accepted: accepted[i] }))
  for (const questionnaire_acceptances of [answered(true, false), answered(false, false)]) {
    const runner = await createUser(db)
    const placed = await register(app, event, runner, submission(event, { questionnaire_acceptances }))
    expect(placed.statusCode, placed.body).toBe(201)
  }
  const { data } = await list(event.id, '', organizer.token)
  const accepted_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const terms_accepted = event.terms.map(({ id, name }) => ({ id, name, accepted_at }))
  const answers = (...accepted: boolean[]) =>
    event.questionnaires.map(({ id, description }, i) => ({ id, description, accepted: accepted[i] }))
  expect(data.toSorted((a, b) => a.id - b.id)).toMatchObject([
    { terms_accepted, questionnaires: answers(true, false) },
    { terms_accepted, questionnaires: answers(false, false) },
  ])
})

test.each<[string, ReturnType<typeof sql>]>([
  ['', sql`true`],
  ['registration_status=2', sql`true`],
  ['money=paid&sort=value', sql`true`],
  ['search=silva', SILVA],
  ['search=silva&registration_status=1&sort=name', SILVA],
  ['payment_status=0&registration_status=0', sql`p.status = 0`],
])(
  'the totals with "%s" follow all filters but their own and equal the sums of the tables',
  async (query, where) => {
    const { rows } = await sql`
    select count(*) as total_participants_registered, count(*) filter (where a.paid_cents > 0) as total_paid_participants,
      to_char(coalesce(sum(a.paid_cents), 0) / 100.0, 'FM999999990.00') as total_valor_paid_participants,
      count(*) filter (where r.status <> 2 and r.total_cents = 0) as total_free_participants,
      count(*) filter (where r.status = 1) as total_participants_confirmed,
      count(*) filter (where r.status = 0) as total_participants_pending,
      count(*) filter (where r.status = 2) as total_participants_canceled
    from registrations r join users u on u.id = r.responsible_user_id
    left join lateral effective_payment(r.id) p on true, lateral amount_paid(r.id) a
    where r.event_id = ${crowd.id} and ${where}`.execute(db)
    const { meta } = await list(crowd.id, query)
    expect(meta).toMatchObject(rows[0] ?? {})
    expect(Number(meta.total_participants_registered)).toBeGreaterThan(0)
  },
)

test('a search without results, invalid filters and a page past the end', async () => {
  expect((await list(crowd.id, 'search=ninguém+assim')).data).toEqual([])
  expect((await list(crowd.id, 'page=9999')).data).toEqual([])
  expect((await list(crowd.id, 'search=silva&page=99999')).data).toEqual([])
  for (const query of [
    'payment_status=14',
    'modality_id=x',
    'payment_date_start=31/02/2026',
    'registration_status=3',
  ]) {
    const answer = await app.call('GET', `/organizer/events/${crowd.id}/participants?${query}`, {
      token: admin.token,
    })
    expect(answer.statusCode).toBe(422)
  }
})

test('the totals are exact while people register', async () => {
  const event = await createEvent(db)
  let written = 0
  const register = async () => {
    for (let n = 0; n < 12; n++) {
      await createOrder(db, event, {
        additional: 1,
        payment: n % 3 === 0 ? null : { status: n % 2 === 0 ? 2 : 0 },
      })
      written += 2
    }
  }
  let done = false
  const look = async () => {
    while (!done) {
      const before = written
      const { meta } = await list(event.id)
      const registered = Number(meta.total_participants_registered)
      expect(registered).toBeGreaterThanOrEqual(before)
      expect(Number(meta.total_participants_confirmed) + Number(meta.total_participants_pending)).toBe(
        registered,
      )
    }
  }
  await Promise.all([
    Promise.all([register(), register(), register()]).finally(() => {
      done = true
    }),
    look(),
    look(),
  ])
  expect((await list(event.id)).meta.total_participants_registered).toBe(72)
  expect(await brokenInvariants(db)).toEqual([])
})
