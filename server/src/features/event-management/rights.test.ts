import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { DEFAULT_RIGHTS } from '#contract/event-management/right-presets.ts'
import { toDecimal } from '#contract/money.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { register, submission } from '#test/wizard.ts'

// Discounts by right in an organizer's event (docs/algorithms/pricing.md).

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  await app.close()
})

const organizer = await createOrganizer(db)
const { token } = organizer
const TODAY = dayIn('America/Sao_Paulo', new Date())

type Right = NonNullable<EventInput['right_rules']>[number]
const SENIOR: Right = { ...at(DEFAULT_RIGHTS, 0), rate: '50.00' }
const STUDENT: Right = {
  name: 'Estudante',
  rate: '50.00',
  base: 'service',
  declaration: 'Declaro que sou estudante.',
  proof: 'CIE',
  proof_days_before: 7,
  quantity: 40,
  starts_on: addDays(TODAY, 1),
  ends_on: addDays(TODAY, 10),
  release_on: addDays(TODAY, 5),
}

const create = async (changes: Partial<EventInput> = {}) =>
  app.call('POST', '/events/create', { token, body: await eventForm(db, changes) })
async function created(changes: Partial<EventInput> = {}): Promise<OrganizerEvent> {
  const answer = await create(changes)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
const save = ({ lock_version: _, ...event }: OrganizerEvent, changes: object = {}) =>
  app.call('PUT', `/organizer/events/${event.id}`, { token, body: { ...event, ...changes } })
async function saved(event: OrganizerEvent, changes: object): Promise<OrganizerEvent> {
  const answer = await save(event, changes)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const historyOf = async (id: number) =>
  (await app.call('GET', `/organizer/events/${id}/history`, { token })).json().data[0].changes

test('a new event without rules gives half of the price from 60 on', async () => {
  const { right_rules } = await created()
  expect(right_rules).toMatchObject([
    { name: 'Pessoa idosa (60+)', law: 'lei-10741', min_age: 60, rate: '50.00', status: 1, version: 1 },
  ])
})

test('a save without rules, as one of the specification, keeps them', async () => {
  const { right_rules, ...event } = await created({ right_rules: [SENIOR, STUDENT] })
  const after = await saved(event as OrganizerEvent, { title: 'Outra corrida' })
  expect(after.title).toBe('Outra corrida')
  expect(after.right_rules).toEqual(right_rules)
})

test('the discount that the law demands may not be left out', async () => {
  const errors = {
    right_rules: [
      'Falta o desconto do Estatuto da Pessoa Idosa (Lei 10.741/2003, art. 23): adicione-o pelas sugestões. Para não dar o desconto, desligue-o e escreva o motivo.',
    ],
  }
  const answer = await create({ right_rules: [STUDENT] })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
  const event = await created()
  expect((await save(event, { right_rules: [] })).json().errors).toEqual(errors)
})

test('switching it off needs a reason, which the history keeps', async () => {
  const event = await created()
  const off = { ...at(event.right_rules, 0), status: 0 }
  expect((await save(event, { right_rules: [off] })).json().errors).toEqual({
    'right_rules.0.off_reason': ['A lei pede este desconto. Escreva por que o evento não o dá.'],
  })
  const off_reason = 'A prova é gratuita para o público.'
  await saved(event, { right_rules: [{ ...off, off_reason }] })
  expect(await historyOf(event.id)).toEqual([
    { field: 'Direito "Pessoa idosa (60+)" — Motivo de não dar o desconto', before: null, after: off_reason },
    { field: 'Direito "Pessoa idosa (60+)" — Situação', before: 'Ativo', after: 'Inativo' },
  ])
})

test.each([
  ['rate', '40.00', 'A lei pede ao menos 50%.'],
  ['min_age', 65, 'A lei dá o desconto a partir de 60 anos.'],
  ['base', 'service', 'A lei pede o desconto sobre o preço do kit.'],
  ['quantity', 10, 'A lei não limita as vagas com este desconto.'],
])('less than the law demands is refused: %s', async (field, value, message) => {
  const event = await created()
  const answer = await save(event, { right_rules: [{ ...at(event.right_rules, 0), [field]: value }] })
  expect(answer.json().errors[`right_rules.0.${field}`]).toEqual([message])
})

test('switching a rule off changes no sold price, and a rule with registrations is not removed', async () => {
  const event = await created({ right_rules: [SENIOR, { ...STUDENT, starts_on: null }] })
  const [senior, student] = event.right_rules
  const modality = at(event.modalities, 0)
  const kit = at(event.products, 0)
  const answer = await register(app, event, await createUser(db), {
    modality_id: modality.modality_id,
    category_id: at(modality.categories, 0).category_id,
    product_id: kit.id,
    shirt_size_id: kit.shirt_sizes[0]?.id ?? null,
    participant_term_acceptances: event.terms.map(({ id }) => ({ term_id: id, accepted: true })),
    questionnaire_acceptances: event.questionnaires.map(({ id }) => ({
      questionnaire_id: id,
      accepted: true,
    })),
    payment_method_id: event.payment_methods[0]?.id ?? null,
    right: { id: student?.id, version: student?.version },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const [{ id, value }] = answer.json().data.registrations
  await saved(event, { right_rules: [senior, { ...student, status: 0 }] })
  const { total_cents } = await db
    .selectFrom('registrations')
    .where('id', '=', id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  expect(toDecimal(total_cents)).toBe(value)
  expect((await save(event, { right_rules: [senior] })).statusCode).toBe(409)
})

test('a copy of the event has the rules, with their days moved and their quotas unused', async () => {
  const event = await created({ right_rules: [SENIOR, STUDENT] })
  const days = 364
  const answer = await app.call('POST', `/organizer/events/${event.id}/duplicate`, {
    token,
    body: { date_event: addDays(TODAY, 30 + days) },
  })
  const { data: copy } = (
    await app.call('GET', `/organizer/events/${answer.json().data.id}`, { token })
  ).json()
  const moved = (offset: number) => toBrazilianDate(addDays(TODAY, offset + days))
  expect(copy.right_rules).toMatchObject([
    { name: 'Pessoa idosa (60+)', law: 'lei-10741', rate: '50.00' },
    {
      ...STUDENT,
      version: 1,
      held: 0,
      starts_on: moved(1),
      ends_on: moved(10),
      release_on: moved(5),
    },
  ])
})

const bornYearsBefore = (years: number, day: string) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
const EVENT_ON = addDays(TODAY, 60)
const race = (options: EventOptions = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, eventOn: EVENT_ON, ...options })
async function sell(event: Awaited<ReturnType<typeof race>>, age: number, changes = {}): Promise<void> {
  const user = await createUser(db, { birthOn: bornYearsBefore(age, EVENT_ON), sex: 1 })
  const answer = await register(app, event, user, submission(event, changes))
  expect(answer.statusCode, answer.body).toBe(201)
}
const simulate = async (eventId: number, query: string, caller = { token }) => {
  const path = `/organizer/events/${eventId}/right-simulation?${query}`
  const answer = await app.call('GET', path, caller)
  return answer.statusCode === 200 ? answer.json().data : answer.statusCode
}

test('a rule that applies without a claim is simulated with the registrations that meet it', async () => {
  // R$ 100,00 with a fee of 10 % on top.
  const event = await race({ coupons: [{ code: 'SETENTA', value: 7_000 }] })
  await sell(event, 60)
  await sell(event, 72)
  await sell(event, 59)
  const HALF = 'min_age=60&rate=50.00'
  const two = { registrations: 2, total: '220.00', off: '110.00', cost: '100.00' }
  expect(await simulate(event.id, HALF)).toEqual(two)
  expect(await simulate(event.id, `${HALF}&max_age=71`)).toMatchObject({ registrations: 1, off: '55.00' })
  expect(await simulate(event.id, `${HALF}&sex=0`)).toMatchObject({ registrations: 0, off: '0.00' })

  // With the coupon this runner pays 40, less than half.
  const coupon = { discount_coupon_id: at(event.coupons, 0).id, discount_coupon_code: 'SETENTA' }
  await sell(event, 65, coupon)
  expect(await simulate(event.id, HALF)).toEqual({ ...two, registrations: 3, total: '260.00' })
})

test('a rule in force costs what its runners pay less', async () => {
  const event = await race({ rights: [{ name: '60+', min_age: 60 }] })
  await sell(event, 60)
  expect(await simulate(event.id, 'min_age=60&rate=50.00')).toEqual({
    registrations: 1,
    total: '55.00',
    off: '55.00',
    cost: '50.00',
  })
})

test('the organizer who bears the fee gets a part of the discount back with it', async () => {
  const event = await race({ kits: [{ isIncrement: false, shirtCents: 4_000 }] })
  await sell(event, 60)
  const [off, cost] = ['30.00', '27.00']
  expect(await simulate(event.id, 'min_age=60&rate=50.00&base=service')).toMatchObject({ off, cost })
})

test('a declared rule is estimated for a number of uses at the average price', async () => {
  const event = await race({ kits: [{ valueCents: 10_000 }, { valueCents: 6_000 }] })
  const uses = 'rate=100.00&uses=10'
  // Without registrations both kits count alike.
  const average = { registrations: 10, total: '880.00', off: '880.00', cost: '800.00' }
  expect(await simulate(event.id, uses)).toEqual(average)
  await sell(event, 30)
  expect(await simulate(event.id, uses)).toEqual({
    ...average,
    total: '1100.00',
    off: '1100.00',
    cost: '1000.00',
  })
})

test('only those who see the money of an event simulate a rule', async () => {
  const event = await race()
  const producer = (permissions: ('view-event' | 'view-event-finances')[]) =>
    createProducer(db, { organizer, permissions, events: [event.id] })
  expect(await simulate(event.id, 'rate=50.00', await producer(['view-event']))).toBe(403)
  const allowed = await simulate(event.id, 'rate=50.00', await producer(['view-event-finances']))
  expect(allowed.registrations).toBe(0)
  expect(await simulate(event.id, 'rate=50.00', await createOrganizer(db))).toBe(404)
  expect(await simulate(event.id, 'rate=100.01')).toBe(422)
})
