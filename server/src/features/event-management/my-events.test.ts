import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, type TestOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

describe('the list', () => {
  let a: TestOrganizer
  let b: TestOrganizer
  let events: TestEvent[]
  beforeAll(async () => {
    a = await createOrganizer(db, { fantasyName: 'Corre Brasil' })
    b = await createOrganizer(db)
    const make = (organizerId: number, title: string, eventOn: string) =>
      createEvent(db, { organizerId, title, eventOn, capacity: 50 })
    events = [
      await make(a.organizerId, 'Maratona de São Paulo', '2027-03-10'),
      await make(a.organizerId, 'Corrida da Água 100%', '2027-05-10'),
      await make(a.organizerId, 'Volta da Pampulha', '2027-05-09'),
      await make(b.organizerId, 'Maratona do Rio', '2027-06-10'),
    ]
  })
  const list = async (who: { token: string }, query = '') =>
    (await app.call('GET', `/organizer/events${query}`, { token: who.token })).json()
  const titles = async (who: { token: string }, query = '') =>
    (await list(who, query)).data.map((event: { title: string }) => event.title)

  test("contains only events in the caller's scope, the next race first", async () => {
    expect(await titles(a)).toEqual(['Maratona de São Paulo', 'Volta da Pampulha', 'Corrida da Água 100%'])
    expect(await titles(b)).toEqual(['Maratona do Rio'])
    expect(await titles(await createOrganizer(db))).toEqual([])
    for (const role of ['Admin', 'Empresa'] as const)
      expect(await titles(await createUser(db, { roles: [role] }))).toHaveLength(4)
    const linked = await createProducer(db, { organizer: a, events: [events[2]?.id ?? 0] })
    expect(await titles(linked)).toEqual(['Volta da Pampulha'])
    expect(await titles(await createProducer(db, { organizer: a }))).toEqual([])
  })

  test.each([
    ['?title=SAO paulo', ['Maratona de São Paulo']],
    ['?title=agua 100%25', ['Corrida da Água 100%']],
    ['?title=100%25%25', ['Corrida da Água 100%']],
    ['?title=rio', []],
    ['?date_event_start=2027-05-09', ['Volta da Pampulha', 'Corrida da Água 100%']],
    ['?date_event_end=09/05/2027', ['Maratona de São Paulo', 'Volta da Pampulha']],
    ['?date_event_start=2027-05-10&date_event_end=2027-05-10&title=', ['Corrida da Água 100%']],
  ])('%s', async (query, expected) => {
    expect(await titles(a, query)).toEqual(expected)
  })

  test.each([
    ['sort=title', ['Corrida da Água 100%', 'Maratona de São Paulo', 'Volta da Pampulha']],
    ['sort=title&order=desc', ['Volta da Pampulha', 'Maratona de São Paulo', 'Corrida da Água 100%']],
    ['sort=date&order=desc', ['Corrida da Água 100%', 'Volta da Pampulha', 'Maratona de São Paulo']],
  ])('%s', async (query, expected) => {
    expect(await titles(a, `?${query}`)).toEqual(expected)
  })

  test('is paginated, with the fields of a row', async () => {
    const first = events[0]
    if (first) await createOrder(db, first)
    expect(await titles(a, '?sort=held&order=desc')).toEqual([
      'Maratona de São Paulo',
      'Volta da Pampulha',
      'Corrida da Água 100%',
    ])
    const answer = await list(a, '?page=1&per_page=1')
    expect(answer.meta).toEqual({ current_page: 1, per_page: 1, last_page: 3, total: 3 })
    expect(answer.data).toEqual([
      {
        id: first?.id,
        slug: first?.slug,
        title: 'Maratona de São Paulo',
        date_event: '10/03/2027',
        start_time: '07:00',
        city: null,
        state: null,
        status: 1,
        event_image: null,
        picture: null,
        organizer: 'Corre Brasil',
        held: 1,
        missing: [],
        opened: true,
        registrations_over: false,
        capacity: 50,
      },
    ])
  })

  test('past races follow, latest first; a race without registrations any more says so', async () => {
    const organizer = await createOrganizer(db)
    for (const [title, eventOn] of [
      ['Antiga', '2020-03-10'],
      ['Última', '2021-03-10'],
      ['Próxima', '2027-03-10'],
    ] as const)
      await createEvent(db, { organizerId: organizer.organizerId, title, eventOn })
    const { data } = await list(organizer)
    expect(
      data.map(({ title, registrations_over }: Record<string, unknown>) => [title, registrations_over]),
    ).toEqual([
      ['Próxima', false],
      ['Última', true],
      ['Antiga', true],
    ])
    expect(await titles(organizer, '?period=past')).toEqual(['Última', 'Antiga'])
    expect(await titles(organizer, '?period=current')).toEqual(['Próxima'])
    expect((await list(organizer, '?period=past&per_page=1')).meta.total).toBe(2)
    expect((await list(organizer, '?period=never')).status).toBe(422)
    const head = (
      await app.call('GET', `/organizer/events/${data[1].id}/head`, { token: organizer.token })
    ).json()
    expect(head.data).toEqual(data[1])
    const other = await app.call('GET', `/organizer/events/${data[1].id}/head`, { token: b.token })
    expect(other.statusCode).toBe(404)
  })

  test('is also available as options for a select', async () => {
    const answer = (await app.call('GET', '/organizer/listEvents', { token: b.token })).json()
    expect(answer).toMatchObject({ events: [{ id: events[3]?.id, title: 'Maratona do Rio' }] })
    expect(answer.data).toEqual(answer.events)
  })
})

describe('the status', () => {
  const change = (id: number, status: unknown, who: { token: string }) =>
    app.call('PUT', `/organizer/events/change-status/${id}`, { token: who.token, body: { status } })

  test('switches between closed and open; only changes are recorded', async () => {
    const organizer = await createOrganizer(db)
    const { id } = await createEvent(db, { organizerId: organizer.organizerId })
    expect((await change(id, 0, organizer)).json()).toEqual({
      status: 200,
      message: 'Status alterado com sucesso!',
      data: { id, status: 0 },
    })
    expect((await change(id, '0', organizer)).statusCode).toBe(200)
    expect((await change(id, 1, organizer)).statusCode).toBe(200)
    const history = await app.call('GET', `/organizer/events/${id}/history`, { token: organizer.token })
    expect(history.json()).toMatchObject({
      meta: { total: 2 },
      data: [
        {
          action: 'event.status_changed',
          actor: organizer.name,
          changes: [{ field: 'Situação', before: 'Inativo', after: 'Ativo' }],
        },
        { changes: [{ field: 'Situação', before: 'Ativo', after: 'Inativo' }] },
      ],
    })
    const { version } = await db
      .selectFrom('events')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(version).toBe(3)
  })

  test.each([
    [2, 'Um evento expirado não pode ser aberto nem fechado.'],
    [3, 'Um evento cancelado não pode ser aberto nem fechado.'],
  ] as const)('of an event that is %i stays', async (status, exception) => {
    const organizer = await createOrganizer(db)
    const { id } = await createEvent(db, { organizerId: organizer.organizerId, status })
    expect((await change(id, 1, organizer)).json()).toMatchObject({ status: 409, exception })
  })

  test('accepts only 0 or 1', async () => {
    const organizer = await createOrganizer(db)
    const { id } = await createEvent(db, { organizerId: organizer.organizerId })
    for (const status of [2, 3, 'aberto', null, undefined])
      expect((await change(id, status, organizer)).statusCode).toBe(422)
  })
})
