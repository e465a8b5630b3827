import { afterAll, expect, test } from 'vitest'
import { addDays, daysBetween, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const duplicate = (id: number, date_event: string, { token } = organizer) =>
  app.call('POST', `/organizer/events/${id}/duplicate`, { token, body: { date_event } })
const read = async (id: number): Promise<OrganizerEvent> =>
  (await app.call('GET', `/organizer/events/${id}`, { token: organizer.token })).json().data

/** An event without ids and days, for comparing a copy with its original. */
const likeness = (event: OrganizerEvent) =>
  JSON.parse(
    JSON.stringify(event, (key, value) =>
      /_ids?$/.test(key) || key === 'id' || key === 'slug' || key.includes('date') ? undefined : value,
    ),
  )

test('the next edition equals the event with every day moved, closed, and with a new slug', async () => {
  const body = await eventForm(db, {
    kit_delivery_date: addDays(new Date().toISOString().slice(0, 10), 29),
    route: 'https://resultados.test/2026',
  })
  const coupon = at(body.discount_cupons ?? [], 0)
  const original: OrganizerEvent = (
    await app.call('POST', '/events/create', {
      token: organizer.token,
      body: { ...body, discount_cupons: [{ ...coupon, start_date: '2026-01-10', end_date: '2026-02-10' }] },
    })
  ).json().data
  const next = addDays(toIsoDate(original.date_event ?? '') ?? '', 364)
  const answer = await duplicate(original.id, next)
  expect(answer.json()).toMatchObject({ status: 201, message: 'Evento criado com sucesso!' })

  const copy = await read(answer.json().data.id)
  expect(likeness(copy)).toEqual({
    ...likeness(original),
    status: 0,
    opened: false,
    route: null,
  })
  expect(copy.slug).toBe(`${original.slug}-2`)
  expect(copy.date_event).toBe(toBrazilianDate(next))
  for (const field of ['start_date', 'end_date', 'kit_delivery_date'] as const)
    expect(daysBetween(toIsoDate(original[field] ?? '') ?? '', toIsoDate(copy[field] ?? '') ?? '')).toBe(364)
  expect(copy.discount_cupons[0]).toMatchObject({
    start_date: '09/01/2027',
    end_date: '09/02/2027',
    product_id: copy.products[0]?.id,
  })
  expect(copy.products[0]?.category_id).toBe(copy.modalities[0]?.categories[0]?.category_id)
  expect(copy.products[0]?.id).not.toBe(original.products[0]?.id)
  const versions = await db
    .selectFrom('term_versions')
    .select('version')
    .where('term_id', '=', copy.terms[0]?.id ?? 0)
    .execute()
  expect(versions).toEqual([{ version: 1 }])
  // The copy can be saved unchanged.
  const saved = await app.call('PUT', `/organizer/events/${copy.id}`, { token: organizer.token, body: copy })
  expect(saved.statusCode, saved.body).toBe(200)
})

test("the copy's stock is empty, and the original's is unchanged", async () => {
  const event = await createEvent(db, { organizerId: organizer.organizerId, capacity: 10 })
  await createOrder(db, event)
  const { data } = (await duplicate(event.id, '2030-01-01')).json()
  expect(await read(event.id)).toMatchObject({ vacancy_limit: 10, held: 1 })
  const copy = await read(data.id)
  expect(copy).toMatchObject({
    vacancy_limit: 10,
    held: 0,
    modalities: [{ held: 0, categories: [{ held: 0 }] }],
    products: [{ held: 0, shirt_sizes: [{ used_count: 0 }, { used_count: 0 }, { used_count: 0 }] }],
  })
  expect(await brokenInvariants(db)).toEqual([])
})

test('a realizador who may view and create events may copy an event and is linked to the copy', async () => {
  const event = await createEvent(db, { organizerId: organizer.organizerId })
  const link = { organizer, events: [event.id] }
  const blind = await createProducer(db, { ...link, permissions: ['create-event'] })
  expect((await duplicate(event.id, '2030-01-01', blind)).statusCode).toBe(403)
  const producer = await createProducer(db, { ...link, permissions: ['create-event', 'view-event'] })
  const { id } = (await duplicate(event.id, '2030-01-01', producer)).json().data
  const seen = await app.call('GET', `/organizer/events/${id}`, { token: producer.token })
  expect(seen.json().data.organizer_id).toBe(organizer.organizerId)
})
