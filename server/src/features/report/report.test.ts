import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn, NO_DAY, toBrazilianDate } from '#contract/dates.ts'
import type { EventAudience, EventDashboard, OrganizerDashboard } from '#contract/report/dashboard.ts'
import type { Statement } from '#contract/report/statement.ts'
import { registrationConfirmedJob } from '#server/features/payment/emails/registration-confirmed.ts'
import { insertRefund, updateRefund } from '#server/features/payment/refunds/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createBigEvent } from '#test/factories/big-event.ts'
import { createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })
const organizer = await createOrganizer(db)
const TODAY = dayIn('America/Sao_Paulo', new Date())

const get = (path: string, { token }: { token: string } = admin) => app.call('GET', path, { token })
async function read<T>(path: string, who?: { token: string }): Promise<T> {
  const answer = await get(path, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

describe('the dashboard of a large event equals plain SQL', () => {
  let crowd: TestEvent
  let dashboard: EventDashboard
  beforeAll(async () => {
    crowd = await createBigEvent(db, 3_000)
    dashboard = await read(`/organizer/events/${crowd.id}/dashboard`)
  }, 60_000)

  const plainly = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await query.execute(db)).rows

  test('by day', async () => {
    const rows = await plainly(sql<{ day: string; registrations: number }>`
      select to_char(created_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY') as day, count(*) as registrations
      from registrations where event_id = ${crowd.id} group by 1, created_at::date order by min(created_at)`)
    const counts = new Map<string, number>()
    for (const { day, registrations } of rows) counts.set(day, (counts.get(day) ?? 0) + registrations)
    const shown = dashboard.by_day.filter(({ registrations }) => registrations > 0)
    expect(shown.map(({ day, registrations }) => [day, registrations])).toEqual([...counts])
  })

  test('by category and by payment', async () => {
    const rows = await plainly(sql<EventDashboard['by_category'][number]>`
      select c.id, c.name, m.name as modality, count(*) filter (where r.status = 1) as confirmed,
        count(*) filter (where r.status = 0) as pending, count(*) filter (where r.status = 2) as cancelled,
        to_char(sum(paid_cents) / 100.0, 'FM999999990.00') as balance
      from registrations r join categories c on c.id = r.category_id join modalities m on m.id = r.modality_id, amount_paid(r.id)
      where r.event_id = ${crowd.id} group by c.id, m.id order by m.position, c.position`)
    expect(dashboard.by_category).toEqual(rows)
    const payments = await plainly(sql<EventDashboard['by_payment'][number]>`
      select p.type, p.status as status_code, count(*) as registrations
      from registrations r left join lateral effective_payment(r.id) p on true
      where r.event_id = ${crowd.id} group by 1, 2 order by 1, 2`)
    expect(dashboard.by_payment).toEqual(payments)
  })

  test('sizes to order and coupons used, without cancelled registrations', async () => {
    const sizes = await plainly(sql<{ kit: string; size: string; registrations: number }>`
      select k.name as kit, s.name as size, count(r.id) as registrations
      from kits k left join shirt_sizes s on s.kit_id = k.id
      left join registrations r on r.kit_id = k.id and r.shirt_size_id is not distinct from s.id and r.status <> 2
      where k.event_id = ${crowd.id} group by k.id, s.id order by k.position, s.position`)
    expect(dashboard.sizes.flatMap(({ kit, sizes: own }) => own.map((size) => ({ kit, ...size })))).toEqual(
      sizes,
    )
    const coupons = await plainly(sql<EventDashboard['coupons'][number]>`
      select c.code, count(*) filter (where r.status <> 2) as uses, null as limit
      from registrations r join coupons c on c.id = r.coupon_id
      where r.event_id = ${crowd.id} group by c.id order by 2 desc`)
    expect(dashboard.coupons.map(({ code, uses, limit }) => ({ code, uses, limit }))).toEqual(coupons)
  })

  test('the audience: sex and age on the day of the race, and cities', async () => {
    const { ages, cities } = await read<EventAudience>(`/organizer/events/${crowd.id}/audience`)
    const rows = await plainly(sql<{ men: number; women: number }>`
      select count(*) filter (where sex = 0) as men, count(*) filter (where sex = 1) as women
      from registrations r join events e on e.id = r.event_id
      where r.event_id = ${crowd.id} and r.status <> 2
        and extract(year from age(e.event_on, r.birth_on)) between 30 and 34`)
    expect(ages.find(({ band }) => band === '30 a 34')).toMatchObject(rows[0] ?? {})
    const standing = await plainly(sql<{ count: number }>`
      select count(*) from registrations where event_id = ${crowd.id} and status <> 2`)
    expect(ages.reduce((sum, { men, women }) => sum + men + women, 0)).toBe(standing[0]?.count)
    expect(cities.reduce((sum, { registrations }) => sum + registrations, 0)).toBe(standing[0]?.count)
    expect(cities).toEqual(cities.toSorted((a, b) => b.registrations - a.registrations))
  })
})

describe('the organizer’s home', () => {
  test("a week, the previous week and the next races, of the organizer's own events only", async () => {
    const event = await createEvent(db, { organizerId: organizer.organizerId, capacity: 10 })
    await createEvent(db)
    const daysAgo = (days: number) => new Date(`${addDays(TODAY, -days)}T15:00:00Z`)
    await createOrder(db, event, { payment: { status: 2 }, additional: 1, createdAt: daysAgo(1) })
    await createOrder(db, event, { createdAt: daysAgo(6) })
    await createOrder(db, event, { payment: { status: 3 }, createdAt: daysAgo(8) })
    await createOrder(db, event, { payment: { status: 3 }, createdAt: daysAgo(40) })
    const home = await read<OrganizerDashboard>(
      `/organizer/dashboard?from=${addDays(TODAY, -6)}&to=${toBrazilianDate(TODAY)}`,
      organizer,
    )
    expect(home).toMatchObject({
      events: 1,
      current: { registrations: 3, received: '220.00', returned: '0.00' },
      previous: { registrations: 1, received: '110.00', returned: '0.00' },
      by_event: [{ id: event.id, registrations: 3, received: '220.00' }],
      next_events: [{ id: event.id, held: 5, capacity: 10 }],
    })
    expect(home.by_day).toHaveLength(7)
    expect(home.by_day.at(-2)).toEqual({
      day: toBrazilianDate(addDays(TODAY, -1)),
      registrations: 2,
      received: '220.00',
      returned: '0.00',
    })
    const all = await read<OrganizerDashboard>('/organizer/dashboard', organizer)
    expect(all.current.registrations).toBe(5)
    expect(all.previous).toBeNull()
    expect(all.by_day).toHaveLength(41)
  })

  test('without an event, and with one that has no registrations', async () => {
    const beginner = await createOrganizer(db)
    expect(await read('/organizer/dashboard', beginner)).toEqual({
      events: 0,
      current: { registrations: 0, received: '0.00', returned: '0.00' },
      previous: null,
      by_day: [],
      by_event: [],
      next_events: [],
    })
    const event = await createEvent(db, { organizerId: beginner.organizerId })
    expect(await read(`/organizer/events/${event.id}/dashboard`, beginner)).toMatchObject({
      registrations: { registered: 0 },
      finances: { net: '0.00' },
      by_day: [],
      by_payment: [],
    })
    expect(await read(`/organizer/events/${event.id}/audience`, beginner)).toEqual({ ages: [], cities: [] })
  })
})

test('a realizador without view-event-finances sees registrations but no money', async () => {
  const event = await createEvent(db, { organizerId: organizer.organizerId })
  await createOrder(db, event, { payment: { status: 2 } })
  const realizador = (permissions: Parameters<typeof createProducer>[1]['permissions']) =>
    createProducer(db, { organizer, permissions, events: [event.id] })
  const blind = await realizador(['view-event-participants'])
  const dashboard = await read<EventDashboard>(`/organizer/events/${event.id}/dashboard`, blind)
  expect(dashboard).toMatchObject({
    registrations: { confirmed: 1 },
    finances: null,
    by_method: null,
    by_category: [{ confirmed: 1, balance: null }],
    by_day: [{ registrations: 1, received: null, returned: null }],
  })
  const home = await read<OrganizerDashboard>('/organizer/dashboard', blind)
  expect(home.current).toEqual({ registrations: 1, received: null, returned: null })
  expect((await get('/organizer/statement', blind)).statusCode).toBe(403)

  const treasurer = await realizador(['view-event-finances'])
  expect((await get(`/organizer/events/${event.id}/dashboard`, treasurer)).statusCode).toBe(403)
  const { organizers } = await read<Statement>('/organizer/statement', treasurer)
  expect(organizers).toMatchObject([
    { events: [{ id: event.id, total: { received: '110.00', fees: '10.00', net: '100.00' } }] },
  ])
})

describe('the statement', () => {
  test('excludes events without money and other companies', async () => {
    const quiet = await createEvent(db)
    const elsewhere = await createEvent(db)
    await createOrder(db, elsewhere, { payment: { status: 2 } })
    await db.insertInto('enterprises').values({ id: 77, name: 'Outra' }).execute()
    await db.updateTable('events').set({ enterprise_id: 77 }).where('id', '=', elsewhere.id).execute()
    const { organizers, choices } = await read<Statement>('/enterprise/statement')
    const ids = organizers.flatMap(({ events }) => events.map(({ id }) => id))
    expect(ids).not.toContain(quiet.id)
    expect(ids).not.toContain(elsewhere.id)
    expect(choices.organizers.map(({ id }) => id)).toContain(quiet.organizerId)
    expect(choices.events).toEqual([])
    const narrowed = await read<Statement>(
      `/enterprise/statement?organizer_id=${quiet.organizerId}&event_id=`,
    )
    expect(narrowed).toMatchObject({ organizers: [], choices: { events: [{ id: quiet.id }] } })
    const foreign = await read<Statement>(`/enterprise/statement?event_id=${elsewhere.id}`)
    expect(foreign.total.received).toBe('0.00')
  })

  test('its file opens in a Brazilian Excel and contains no formulas', async () => {
    const event = await createEvent(db, { title: '=Corrida; "da Sé"' })
    await createOrder(db, event, { payment: { status: 2, type: 1 } })
    const answer = await get(`/enterprise/statement.csv?event_id=${event.id}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="extrato.csv"',
    })
    const [heading = '', row = '', end] = answer.body.split('\r\n')
    expect(heading).toMatch(/^\uFEFFOrganizador;Evento;Código do evento;Dia;Recebido em Pix;/)
    expect(row).toContain(
      `;"'=Corrida; ""da Sé""";${event.id};${toBrazilianDate(TODAY)};0,00;110,00;0,00;110,00;0,00;0,00;0,00;0,00;0,00;0,00;10,00;0,00;0,00;0,00;100,00;0,00`,
    )
    expect(end).toBe('')
  })
})

test.each([
  ['an invalid day', 'from=31/02/2026', 'Data inválida'],
  [
    'an end before the start',
    'from=2026-02-02&to=2026-02-01',
    'A data final não pode ser anterior à inicial',
  ],
])('%s is refused with a message', async (_name, query, message) => {
  for (const path of ['/organizer/dashboard', '/enterprise/statement', '/enterprise/statement.csv']) {
    const answer = await get(`${path}?${query}`)
    expect(answer.statusCode, path).toBe(422)
    expect(answer.body).toContain(message)
  }
})

describe("the organizer's day", () => {
  test("today's sales, open payments, low stock of sizes and required actions, for coming races", async () => {
    const own = await createOrganizer(db)
    const race = await createEvent(db, {
      organizerId: own.organizerId,
      title: 'Corrida da Serra',
      kits: [
        {
          name: 'Completo',
          valueCents: 10_000,
          sizes: [
            { name: 'P', capacity: 4 },
            { name: 'M', capacity: 90 },
          ],
        },
        { name: 'Premium', valueCents: 20_000, category: 0 },
      ],
    })
    await createOrder(db, race, { payment: { status: 2 } })
    await createOrder(db, race, { payment: { status: 0, type: 1 } })
    await createOrder(db, race, { payment: { status: 7 } })
    const [dearer] = (await createOrder(db, race, { payment: { status: 2 } })).registrations
    const moved = await app.call('PUT', `/organizer/events/register/${dearer?.id}`, {
      token: own.token,
      body: {
        category_id: race.categories[0]?.id,
        products: [{ id: race.kits[1]?.id, shirt_size_id: null }],
        payment_method_id: race.paymentMethods[0]?.id,
      },
    })
    expect(moved.statusCode, moved.body).toBe(200)
    await db
      .updateTable('events')
      .set({ missing: ['payment'] })
      .where('id', '=', race.id)
      .execute()
    const bare = await createEvent(db, {
      organizerId: own.organizerId,
      title: 'Sem kit',
      modalities: [
        {
          name: '5 km',
          categories: [{ name: 'Geral' }, { name: 'PCD' }, { name: 'Elite' }, { name: '60+' }],
        },
      ],
      // An inactive kit counts, as it does for opening the event.
      kits: [{ category: 0 }, { category: 1, status: 0 }],
    })
    await db
      .updateTable('events')
      .set({ missing: ['category_kit'] })
      .where('id', '=', bare.id)
      .execute()
    const silent = (await createOrder(db, race, { payment: { status: 2 } })).registrations[0]
    await transaction(db, (tx) => addJob(tx, registrationConfirmedJob, { registrationId: silent?.id ?? 0 }))
    await sql`update graphile_worker._private_jobs set attempts = 5 where payload ->> 'registrationId' = ${String(silent?.id)}`.execute(
      db,
    )
    const draft = await createEvent(db, {
      organizerId: own.organizerId,
      title: 'Só um título',
      isDraft: true,
    })
    await db
      .updateTable('events')
      .set({ event_on: NO_DAY, registration_ends_on: NO_DAY, missing: ['details'] })
      .where('id', '=', draft.id)
      .execute()
    const over = await createEvent(db, { organizerId: own.organizerId, title: 'Cancelada', status: 3 })
    const [refunded] = (await createOrder(db, over, { payment: { status: 2 } })).registrations
    await transaction(db, async (tx) => {
      const { id } = await insertRefund(tx, {
        paymentId: refunded?.paymentId ?? 0,
        registrationId: refunded?.id ?? 0,
        amountCents: 11_000,
        reason: 'organizer',
        status: 'approved',
        askedBy: null,
        approvedBy: null,
        at: new Date(),
      })
      await updateRefund(tx, id, { status: 'needs_person', obstacle: 'refused' })
    })
    const race0 = { event_id: race.id, title: 'Corrida da Serra' }
    expect(await read('/organizer/morning', own)).toEqual({
      today: { registrations: 5, received: expect.any(String) },
      waiting: [
        { type: 0, registrations: 1, amount: '110.00' },
        { type: 1, registrations: 1, amount: '110.00' },
      ],
      low_sizes: [{ ...race0, kit: 'Completo', size: 'P', left: 0 }],
      incomplete: [
        { ...race0, date_event: expect.any(String), missing: ['payment'], categories_without_kit: 0 },
        {
          event_id: bare.id,
          title: 'Sem kit',
          date_event: expect.any(String),
          missing: ['category_kit'],
          categories_without_kit: 2,
        },
        {
          event_id: draft.id,
          title: 'Só um título',
          date_event: null,
          missing: ['details'],
          categories_without_kit: 0,
        },
      ],
      cancellations: [],
      stuck_refunds: [{ event_id: over.id, title: 'Cancelada', registrations: 1 }],
      failed_mails: [{ ...race0, registration_id: silent?.id, name: silent?.name }],
      unpaid_differences: [{ ...race0, registrations: 1 }],
      failed_payments: [{ ...race0, registrations: 1 }],
    })
    const retry = () =>
      app.call('POST', `/organizer/events/${race.id}/failed-mails/retry`, { token: own.token })
    const answers = [await retry(), await retry()].map((answer) => answer.json())
    expect(answers).toMatchObject([
      { data: { retried: 1 }, message: '1 e-mail será enviado de novo em instantes.' },
      { data: { retried: 0 }, message: 'Nenhum e-mail espera uma nova tentativa.' },
    ])
    expect(await read('/organizer/morning', own)).toMatchObject({ failed_mails: [] })
    const history = await read<{ action: string }[]>(`/organizer/events/${race.id}/history`, own)
    expect(history.filter(({ action }) => action === 'event.mails_retried')).toHaveLength(1)
    const list = `/organizer/events/${race.id}/participants?money=owing`
    expect(await read(list, own)).toMatchObject([{ id: dearer?.id }])
    const blind = await createProducer(db, {
      organizer: own,
      permissions: ['view-event-participants'],
      events: [race.id],
    })
    expect(await read('/organizer/morning', blind)).toMatchObject({
      today: { received: null },
      waiting: [{ amount: null }, { amount: null }],
      unpaid_differences: [{ event_id: race.id }],
      incomplete: [{ event_id: race.id }],
      stuck_refunds: [],
    })
    const cashier = await createProducer(db, {
      organizer: own,
      permissions: ['view-event-participants', 'view-event-finances'],
      events: [over.id],
    })
    expect(await read('/organizer/morning', cashier)).toMatchObject({
      stuck_refunds: [{ event_id: over.id }],
      unpaid_differences: [],
      incomplete: [],
      low_sizes: [],
      failed_mails: [],
    })
    const path = `/organizer/events/${over.id}/refunds`
    expect(await read(`${path}?status=needs_person`, cashier)).toHaveLength(1)
    const done = (await get(`${path}?status=done`, cashier)).json()
    // The sums are of all refunds, whatever the filter.
    const sums = [{ status: 'needs_person', refunds: 1 }]
    expect(done).toMatchObject({ data: [], meta: { total: 0 }, sums })
    const all = (await get('/organizer/refunds', cashier)).json()
    expect(all).toMatchObject({
      data: [{ status: 'needs_person', event: { id: over.id } }],
      meta: { total: 1 },
      sums,
    })
    expect(await read('/organizer/refunds?status=done', cashier)).toEqual([])
    expect(await read('/organizer/refunds', await createOrganizer(db))).toEqual([])
  })
})

test('an event is compared with the previous race of the same name, the same number of days before', async () => {
  const { organizerId, token } = await createOrganizer(db)
  const before = await createEvent(db, { organizerId, title: 'Corrida da Serra 2025 - 9ª edição' })
  const race = await createEvent(db, { organizerId, title: 'Corrida da Serra 2026 - 10ª edição' })
  await createEvent(db, { organizerId, title: 'Outra corrida' })
  const days = async (id: number, eventOn: string) =>
    db
      .updateTable('events')
      .set({
        event_on: eventOn,
        registration_starts_on: addDays(eventOn, -100),
        registration_ends_on: eventOn,
      })
      .where('id', '=', id)
      .execute()
  await days(race.id, addDays(TODAY, 20))
  await days(before.id, addDays(TODAY, -345))
  const day = (n: number) => new Date(`${addDays(TODAY, n)}T15:00:00Z`)
  for (const n of [-400, -365, -365, -350]) await createOrder(db, before, { createdAt: day(n) })
  await createOrder(db, race)
  const { pace } = await read<EventDashboard>(`/organizer/events/${race.id}/dashboard`, { token })
  expect(pace).toEqual({
    days_left: 20,
    today: 1,
    last_edition: {
      title: 'Corrida da Serra 2025 - 9ª edição',
      date_event: toBrazilianDate(addDays(TODAY, -345)),
      registrations: 3,
      that_day: 2,
    },
    goal: null,
    expected: 0,
    line: [],
  })
  const paid = { payment: { status: 2 } }
  await createOrder(db, before, { ...paid, createdAt: day(-370), additional: 9 })
  await createOrder(db, before, { ...paid, createdAt: day(-345), additional: 9 })
  await createOrder(db, race, { ...paid, additional: 2 })
  await app.call('PUT', `/organizer/events/${race.id}/goal`, { token, body: { goal: 500 } })
  const { pace: now } = await read<EventDashboard>(`/organizer/events/${race.id}/dashboard`, { token })
  // 10 of 20 were paid by this day.
  expect(now).toMatchObject({ goal: 500, expected: 6 })
  expect(now.line.map(({ days_left }) => days_left)).toEqual(Array.from({ length: 26 }, (_, n) => 25 - n))
  expect([now.line[0], now.line[5], now.line[6], now.line.at(-1)]).toEqual([
    { days_left: 25, paid: 0, last: 10 },
    { days_left: 20, paid: 3, last: 10 },
    { days_left: 19, paid: null, last: 10 },
    { days_left: 0, paid: null, last: 20 },
  ])
})

test('a goal is saved, changed and taken back; each change is in the history of the event', async () => {
  const own = await createOrganizer(db)
  const race = await createEvent(db, { organizerId: own.organizerId })
  const path = `/organizer/events/${race.id}/goal`
  const save = (goal: unknown) => app.call('PUT', path, { token: own.token, body: { goal } })
  expect((await save(500)).json()).toMatchObject({ data: { goal: 500 }, message: 'Meta salva.' })
  await save(500)
  await save(1_200)
  expect((await save(null)).json()).toMatchObject({ data: { goal: null }, message: 'Meta desfeita.' })
  const history = await read<unknown[]>(`/organizer/events/${race.id}/history`, own)
  const action = 'event.goal_changed'
  const change = (before: string | null, after: string | null) => ({
    action,
    changes: [{ field: 'Inscrições pagas', before, after }],
  })
  expect(history).toMatchObject([change('1.200', null), change('500', '1.200'), change(null, '500')])
  for (const wrong of [0, 1.5, 1_000_001, '500']) {
    const answer = await save(wrong)
    expect([answer.statusCode, answer.json().errors.goal]).toEqual([
      422,
      ['A meta precisa ser de 1 a 1.000.000 de inscrições pagas.'],
    ])
  }
})

test("the statement by payment contains the gateway's id, and the file is named after its period", async () => {
  const own = await createOrganizer(db)
  const race = await createEvent(db, { organizerId: own.organizerId, title: 'Corrida da Serra' })
  const order = await createOrder(db, race, { payment: { status: 2, chargeId: 'ch_serra' } })
  await createOrder(db, race, { payment: { status: 0, chargeId: 'ch_aberta' } })
  const days = `from=${addDays(TODAY, -1)}&to=${TODAY}`
  const answer = await get(`/organizer/statement.csv?by=payment&${days}`, own)
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="pagamentos-${addDays(TODAY, -1)}-a-${TODAY}.csv"`,
  )
  const [, ...rows] = answer.payload.trim().split('\r\n')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain(';ch_serra;')
  expect(rows[0]).toContain(`;${order.registrations[0]?.id};Pix;Pago;`)
  expect(rows[0]).toMatch(/;110,00;0,00$/)
  const byDay = await get(`/organizer/statement.xlsx?${days}`, own)
  expect(byDay.headers['content-disposition']).toBe(
    `attachment; filename="extrato-${addDays(TODAY, -1)}-a-${TODAY}.xlsx"`,
  )
})
