import { afterAll, expect, test } from 'vitest'
import { addDays, toBrazilianDate } from '#contract/dates.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'
import { reportStatus } from '#test/payments.ts'

// Where the race starts, and where and when kits are picked up: saved by the organizer, shown on the event, the registration, by e-mail.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)

const day = addDays(new Date().toISOString().slice(0, 10), 29)
const PICKUP = {
  start_place: 'Parque Ibirapuera, portão 10',
  kit_delivery_date: day,
  kit_place: 'Loja Corre',
  kit_address: 'Rua das Flores, 10',
  kit_opens_at: '10:00',
  kit_until: null,
  kit_closes_at: '18:00',
  kit_note: 'Outra pessoa pode retirar.',
}
const create = async (changes: object) =>
  app.call('POST', '/events/create', {
    token: organizer.token,
    body: { ...(await eventForm(db)), ...changes },
  })
const publicEvent = async (id: number) => (await app.call('GET', `/events/${id}`)).json().data

test('is stored, read back, copied to the next edition and shown to runners', async () => {
  const { data } = (await create(PICKUP)).json()
  expect(data).toMatchObject({ ...PICKUP, kit_delivery_date: toBrazilianDate(day) })
  const shown = await publicEvent(data.id)
  expect(shown.start_place).toBe('Parque Ibirapuera, portão 10')
  expect(shown.kit_pickup).toEqual({
    place: 'Loja Corre',
    address: 'Rua das Flores, 10',
    from: toBrazilianDate(day),
    opens_at: '10:00',
    until: null,
    closes_at: '18:00',
    note: 'Outra pessoa pode retirar.',
  })
  const copy = await app.call('POST', `/organizer/events/${data.id}/duplicate`, {
    token: organizer.token,
    body: { date_event: addDays(day, 365) },
  })
  const { data: next } = (
    await app.call('GET', `/organizer/events/${copy.json().data.id}`, { token: organizer.token })
  ).json()
  const { start_place, kit_place, kit_opens_at, kit_closes_at } = PICKUP
  expect(next).toMatchObject({ start_place, kit_place, kit_opens_at, kit_closes_at })
})

test('without any of it nothing is shown', async () => {
  const { data } = (await create({})).json()
  expect(await publicEvent(data.id)).toMatchObject({ start_place: null, kit_pickup: null })
})

test.each<[object, object]>([
  [
    { kit_delivery_date: null, kit_until: day },
    { kit_delivery_date: ['Informe o primeiro dia da entrega dos kits.'] },
  ],
  [{ kit_until: addDays(day, -1) }, { kit_until: ['O último dia não pode ser antes do primeiro.'] }],
  [{ kit_closes_at: '09:00' }, { kit_closes_at: ['O fim precisa ser depois do início.'] }],
  [{ kit_opens_at: '25:00' }, { kit_opens_at: ['Campo não é válido'] }],
  [{ start_place: 'x'.repeat(151) }, { start_place: ['O campo pode ter no máximo 150 caracteres'] }],
])('refuses times that contradict each other, and a place that is too long %#', async (changes, errors) => {
  const answer = await create({ ...PICKUP, ...changes })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
})

test('the confirmation by e-mail and the calendar of a registration say it', async () => {
  const { data } = (await create(PICKUP)).json()
  const buyer = await createUser(db)
  const event = await publicEvent(data.id)
  const [modality] = event.modalities
  const [kit] = event.products
  const answer = await app.call('POST', `/events/${data.id}/register-participant`, {
    token: buyer.token,
    body: {
      modality_id: modality.modality_id,
      category_id: modality.categories[0].category_id,
      product_id: kit.id,
      shirt_size_id: kit.shirt_sizes[0]?.id ?? null,
      payment_method_id: event.payment_methods[0].id,
      participant_term_acceptances: event.terms.map(({ id }: { id: number }) => ({
        term_id: id,
        accepted: true,
      })),
      questionnaire_acceptances: event.questionnaires.map(({ id }: { id: number }) => ({
        questionnaire_id: id,
        accepted: true,
      })),
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().data.registrations[0]
  const { token } = buyer
  const mine = (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
  expect(mine.kit_pickup).toMatchObject({ place: 'Loja Corre', opens_at: '10:00' })
  const calendar = await app.call('GET', `/participant/registrations/${id}/calendar.ics`, { token })
  const entry = calendar.body.replaceAll('\r\n ', '')
  expect(entry).toContain('Entrega do kit: Loja Corre')
  const place = 'Parque Ibirapuera, portão 10, São Paulo, SP'
  expect(entry).toContain(`LOCATION:${place.replaceAll(',', '\\,')}`)
  expect(mine.event.start_place).toBe('Parque Ibirapuera, portão 10')
  const payment = await db
    .selectFrom('payment_items')
    .where('registration_id', '=', id)
    .select('payment_id')
    .executeTakeFirstOrThrow()
  await reportStatus(app, payment.payment_id, 2)
  const mail = (await mailTo(app, buyer.email)).find(({ subject }) => subject.includes('confirmada'))
  expect(mail?.text).toContain(place)
  expect(mail?.text).toContain('Loja Corre, Rua das Flores, 10')
  expect(mail?.text).toContain(`${toBrazilianDate(day)}, das 10:00 às 18:00`)
})
