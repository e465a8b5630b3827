import { afterAll, expect, test } from 'vitest'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const form = await eventForm(db)
const { token } = organizer

const CONDITIONS = {
  sex: 1,
  min_age: 18,
  max_age: 60,
  min_people: 2,
  max_per_person: 3,
  single_use: false,
  for_list: true,
  channel: 'Instagram',
  reserved_until: null,
}

const create = (changes: Partial<EventInput>) =>
  app.call('POST', '/events/create', { token, body: { ...form, ...changes } })
const coupon = (changes = {}) => ({ code: 'CLUBE', value: '10.00', type: 0, quantity: 5, ...changes })

test('a saved coupon has its conditions, also in a copy of the event', async () => {
  const [product, ...others] = form.products ?? []
  const tiers = [
    { id: -1, name: '1º lote', value: '90.00', quantity: 10 },
    { id: -2, name: '2º lote', value: '100.00' },
  ]
  const answer = await create({
    products: [{ ...product, tiers }, ...others],
    discount_cupons: [coupon({ ...CONDITIONS, tier_id: -1, reserved_until: '2030-01-05' })],
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const event: OrganizerEvent = answer.json().data
  const [stored] = event.discount_cupons
  expect(stored).toMatchObject({ ...CONDITIONS, reserved_until: '05/01/2030' })
  expect(stored?.tier_id).toBe(event.products[0]?.tiers[0]?.id)

  const copy = await app.call('POST', `/organizer/events/${event.id}/duplicate`, {
    token,
    body: { date_event: event.date_event?.split('/').reverse().join('-') },
  })
  const copied = (await app.call('GET', `/organizer/events/${copy.json().data.id}`, { token })).json().data
  expect(copied.discount_cupons[0]).toMatchObject({ ...CONDITIONS, reserved_until: '05/01/2030' })
  expect(copied.discount_cupons[0].tier_id).toBe(copied.products[0].tiers[0].id)
})

test.each<[object, string, string]>([
  [
    { min_age: 30, max_age: 20 },
    'max_age',
    'A idade mínima é maior que a máxima: ninguém caberia nesta regra.',
  ],
  [{ quantity: null, reserved_until: '2030-01-05' }, 'quantity', 'Diga quantas vagas ficam reservadas.'],
  [{ tier_id: 999_999 }, 'tier_id', 'O lote deste cupom não existe mais.'],
  [
    { single_use: true, code: 'X'.repeat(41) },
    'code',
    'O começo dos códigos pode ter no máximo 40 caracteres.',
  ],
])('refuses %o', async (changes, field, message) => {
  const answer = await create({ discount_cupons: [coupon(changes)] })
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { [`discount_cupons.0.${field}`]: [message] },
  ])
})

const eventWith = (
  changes: Partial<NonNullable<EventOptions['coupons']>[number]>,
  kits?: EventOptions['kits'],
) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    ...(kits && { kits }),
    coupons: [{ code: 'CLUBE', ...changes }],
  })
const order = (event: TestEvent, buyer: TestUser, changes = {}) =>
  register(
    app,
    event,
    buyer,
    submission(event, {
      discount_coupon_id: at(event.coupons, 0).id,
      discount_coupon_code: 'CLUBE',
      ...changes,
    }),
  )

test('a lower limit per person binds the next order, and is not below what somebody used', async () => {
  const event = await eventWith({ maxPerPerson: 3 })
  const buyer = await createUser(db)
  expect((await order(event, buyer, { participants: [companion()] })).statusCode).toBe(201)
  const read = async () => (await app.call('GET', `/organizer/events/${event.id}`, { token })).json().data
  const save = async (max_per_person: number | null) => {
    const body = await read()
    body.discount_cupons[0].max_per_person = max_per_person
    return app.call('PUT', `/organizer/events/${event.id}`, {
      token,
      body: {
        ...form,
        ...body,
        city: form.city,
        state: form.state,
        cover_image: form.cover_image,
        event_image: form.event_image,
      },
    })
  }
  const low = await save(1)
  expect([low.statusCode, low.json().errors]).toEqual([
    422,
    { 'discount_cupons.0.max_per_person': ['O limite não pode ser menor que 2, o que uma pessoa já usou.'] },
  ])
  const two = await save(2)
  expect(two.statusCode, two.body).toBe(200)
  const more = { without_buyer: true, participants: [companion()] }
  expect((await order(event, buyer, more)).json().errors).toEqual({
    discount_coupon_id: ['Este cupom pode ser usado 2 vezes por pessoa.'],
  })
  expect((await save(null)).statusCode).toBe(200)
  expect((await order(event, buyer, more)).statusCode).toBe(201)
  expect(await brokenInvariants(db)).toEqual([])
})

test('another kit keeps code, use and discount if the coupon still fits, and gives them back if not', async () => {
  const kits = [{ name: 'A' }, { name: 'B' }, { name: 'C', valueCents: 0, feeRate: 0 }]
  const event = await eventWith({ maxPerPerson: 1, codes: ['CLUBE-AAAA2222'] }, kits)
  const placed = await order(event, await createUser(db), { discount_coupon_code: 'CLUBE-AAAA2222' })
  const id = placed.json().data.registrations[0].id
  const move = (kit: number) =>
    app.call('PUT', `/organizer/events/register/${id}`, {
      token,
      body: {
        category_id: at(event.categories, 0).id,
        products: [{ id: at(event.kits, kit).id, shirt_size_id: null }],
        payment_method_id: at(event.paymentMethods, 0).id,
      },
    })
  const stored = () =>
    db
      .selectFrom('registrations')
      .where('id', '=', id)
      .select(['coupon_id', 'coupon_code_id', 'price_lines'])
      .executeTakeFirstOrThrow()
  const before = await stored()
  expect((await move(1)).statusCode).toBe(200)
  expect(await stored()).toMatchObject({ coupon_id: before.coupon_id, coupon_code_id: before.coupon_code_id })
  expect((await stored()).price_lines).toContainEqual({
    kind: 'coupon',
    label: 'Cupom CLUBE-AAAA2222',
    amount_cents: -1000,
  })
  expect((await move(2)).statusCode).toBe(200)
  expect(await stored()).toMatchObject({ coupon_id: null, coupon_code_id: null })
  expect(
    (await order(event, await createUser(db), { discount_coupon_code: 'CLUBE-AAAA2222' })).statusCode,
  ).toBe(201)
  expect(await brokenInvariants(db)).toEqual([])
})

test('lists are forgotten a month after the race, and with the person', async () => {
  const past = await createEvent(db, { eventOn: '2026-01-10', coupons: [{ code: 'VELHO', forList: true }] })
  const next = await createEvent(db, { coupons: [{ code: 'NOVO', forList: true }] })
  const person = await createUser(db)
  const admin = await createUser(db, { roles: ['Admin'] })
  const rows = [past, next].flatMap((event) => {
    const coupon_id = at(event.coupons, 0).id
    return [
      { coupon_id, kind: 'cpf', identity: person.cpf ?? '' },
      { coupon_id, kind: 'email', identity: person.email },
      { coupon_id, kind: 'email', identity: 'outra@exemplo.test' },
    ]
  })
  await db.insertInto('coupon_people').values(rows).execute()
  await db
    .selectNoFrom((eb) =>
      eb.fn<number>('graphile_worker.add_job', [eb.val('forget-coupon-people')]).as('job'),
    )
    .execute()
  await runJobsOnce(app.deps)
  const listed = async () => (await db.selectFrom('coupon_people').select('coupon_id').execute()).length
  expect(await listed()).toBe(3)
  const removed = await app.call('POST', '/admin/people/removal', {
    token: admin.token,
    body: { cpf: person.cpf, reason: 'Pedido por e-mail' },
  })
  expect(removed.statusCode, removed.body).toBe(200)
  expect(await listed()).toBe(1)
})
