// @module-tag operation
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { expirePayments } from '#server/features/payment/sweeps/expire-payments.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { paidTwice } from '#test/faulty-gateway.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  findPayment,
  findRegistration,
  heldOf,
  PAYMENT_LINK,
  pressAndDeliver,
  reportStatus,
} from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
// Noon in São Paulo, so that no test crosses midnight.
beforeEach(() => app.deps.clock.set(`${dayIn('America/Sao_Paulo', new Date())}T15:00:00Z`))
afterEach(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  expect(await paidTwice(db)).toEqual([])
})

const organizer = await createOrganizer(db)
const newRace = (options: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, ...options })

interface Registered {
  id: number
  payment_link: string | null
}

/** A buyer and two companions, paid by one Pix. */
async function family(race: Awaited<ReturnType<typeof newRace>>, changes = {}) {
  const buyer = await createUser(db)
  const body = submission(race, {
    participants: [companion(), companion()],
    pay_together: true,
    ...changes,
  })
  const answer = await register(app, race, buyer, body)
  expect(answer.statusCode).toBe(201)
  const registrations: Registered[] = answer.json().data.registrations
  return { buyer, registrations, ids: registrations.map(({ id }) => id) }
}

const paymentsOf = (registrationId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id')
    .select(['p.id', 'p.status', 'p.type', 'p.amount_cents', 'p.charge_id', 'p.due_on', 'p.expires_at'])
    .execute()
const openPayment = async (registrationId: number) => {
  const payments = await paymentsOf(registrationId)
  return at(
    payments.filter(({ status }) => status === PAYMENT_STATUS.pending),
    0,
  )
}
const statuses = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await findRegistration(app, id)).status))
const together = (user: TestUser, registration_ids: number[], payment_type = 0) =>
  app.call('POST', '/participant/payments', { token: user.token, body: { registration_ids, payment_type } })
const payable = async (user: TestUser) =>
  (await app.call('GET', '/participant/payments', { token: user.token })).json().data
const cancel = (user: TestUser, id: number) =>
  app.call('POST', `/participant/registrations/${id}/cancel`, { token: user.token })

describe('an order paid by one payment', () => {
  test('has one charge of the whole amount, and every registration has its link', async () => {
    const { buyer, registrations, ids } = await family(await newRace())
    const [link] = registrations.map(({ payment_link }) => payment_link)
    expect(link).toMatch(PAYMENT_LINK)
    expect(registrations.map(({ payment_link }) => payment_link)).toEqual([link, link, link])
    const { id, amount_cents } = await openPayment(at(ids, 0))
    expect(amount_cents).toBe(33_000)
    expect((await Promise.all(ids.map(openPayment))).map((payment) => payment.id)).toEqual([id, id, id])
    const rows = (await app.call('GET', '/participant/list-events', { token: buyer.token })).json().data
    expect(rows.map((row: { event: { payment: object } }) => row.event.payment)).toEqual(
      Array(3).fill(expect.objectContaining({ payment_link: link, value: '110.00' })),
    )
  })

  test('its payment confirms all registrations', async () => {
    const { ids } = await family(await newRace())
    const { charge_id } = await openPayment(at(ids, 0))
    await pressAndDeliver(app, charge_id ?? '', 'pagar')
    expect(await statuses(ids)).toEqual([1, 1, 1])
  })

  test('excludes free registrations; an order of one participant has an ordinary payment', async () => {
    const race = await newRace({
      kits: [
        { name: 'Completo', valueCents: 10_000 },
        { name: 'Cortesia', valueCents: 0, feeRate: 0 },
      ],
    })
    const { ids } = await family(race, {
      participants: [companion({ product_id: at(race.kits, 1).id, shirt_size_id: null })],
    })
    expect(await statuses(ids)).toEqual([0, 1])
    expect(await paymentsOf(at(ids, 1))).toEqual([])
    expect((await openPayment(at(ids, 0))).amount_cents).toBe(11_000)
  })

  test('the minimum of the gateway applies to the sum', async () => {
    const race = await newRace({ kits: [{ name: 'Simples', valueCents: 300, feeRate: 0 }] })
    const buyer = await createUser(db)
    const body = submission(race, { participants: [companion()], pay_together: true })
    expect((await register(app, race, buyer, { ...body, pay_together: false })).statusCode).toBe(422)
    expect((await register(app, race, buyer, body)).statusCode).toBe(201)
  })

  test('its expiry releases all registrations', async () => {
    const race = await newRace()
    const { ids } = await family(race)
    const { id } = await openPayment(at(ids, 0))
    app.deps.clock.advance(5 * 86_400_000)
    await expirePayments(app.deps)
    expect((await findPayment(app, id)).status).toBe(PAYMENT_STATUS.expired)
    expect(await statuses(ids)).toEqual([2, 2, 2])
    expect(await heldOf(app, race)).toBe(0)
  })
})

describe('one of several registrations that share a payment', () => {
  test('is cancelled before payment: the others get a new payment with the same due date', async () => {
    const race = await newRace()
    const { buyer, ids } = await family(race)
    const before = await openPayment(at(ids, 0))
    app.deps.clock.advance(3_600_000)
    expect((await cancel(buyer, at(ids, 1))).statusCode).toBe(200)
    await runJobsOnce(app.deps)

    expect(await statuses(ids)).toEqual([0, 2, 0])
    expect(await heldOf(app, race)).toBe(2)
    const after = await openPayment(at(ids, 0))
    expect(after).toMatchObject({ amount_cents: 22_000, type: 0, due_on: before.due_on })
    expect((await openPayment(at(ids, 2))).id).toBe(after.id)
    expect(after.charge_id).not.toBeNull()
    expect((await app.deps.gateway.getCharge(before.charge_id ?? '')).status).toBe(PAYMENT_STATUS.cancelled)
    expect(await findPayment(app, before.id)).toMatchObject({ status: PAYMENT_STATUS.cancelled })
  })

  test('all registrations are cancelled: nothing is left to pay', async () => {
    const race = await newRace()
    const { buyer, ids } = await family(race)
    for (const id of ids) expect((await cancel(buyer, id)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await heldOf(app, race)).toBe(0)
    for (const id of ids)
      for (const { status } of await paymentsOf(id)) expect(status).toBe(PAYMENT_STATUS.cancelled)
  })

  test('moves to a more expensive kit before payment: one payment of the new sum', async () => {
    const race = await newRace({
      kits: [
        { name: 'Completo', valueCents: 10_000 },
        { name: 'Premium', valueCents: 20_000 },
      ],
    })
    const { ids } = await family(race)
    const answer = await app.call('PUT', `/organizer/events/register/${ids[0]}`, {
      token: organizer.token,
      body: {
        category_id: at(race.categories, 0).id,
        products: [{ id: at(race.kits, 1).id, shirt_size_id: null, quantity: 1 }],
        payment_method_id: at(race.paymentMethods, 0).id,
      },
    })
    expect(answer.statusCode).toBe(200)
    expect(await openPayment(at(ids, 2))).toMatchObject({ amount_cents: 44_000 })
    expect((await openPayment(at(ids, 0))).id).toBe((await openPayment(at(ids, 2))).id)
  })

  test('the replaced payment is paid after all: it counts, and the new payment is cancelled', async () => {
    const { buyer, ids } = await family(await newRace())
    const before = await openPayment(at(ids, 0))
    await cancel(buyer, at(ids, 1))
    await pressAndDeliver(app, before.charge_id ?? '', 'pagar')
    await runJobsOnce(app.deps)
    // The cancelled registration is restored, because its spot is still available.
    expect(await statuses(ids)).toEqual([1, 1, 1])
    for (const id of ids)
      expect((await paymentsOf(id)).filter(({ status }) => status === PAYMENT_STATUS.pending)).toEqual([])
  })

  test('the owner of its CPF registers: the others stay registered and pay without it', async () => {
    const race = await newRace()
    const owner = await createUser(db)
    const { ids } = await family(race, { participants: [companion({ cpf: owner.cpf }), companion()] })
    expect((await register(app, race, owner, submission(race))).statusCode).toBe(201)
    await runJobsOnce(app.deps)
    expect(await statuses(ids)).toEqual([0, 2, 0])
    expect(await openPayment(at(ids, 0))).toMatchObject({ amount_cents: 22_000 })
  })

  test('changes its payment type: all registrations of the payment change with it', async () => {
    const { buyer, ids } = await family(await newRace())
    const answer = await app.call('POST', `/participant/registrations/${ids[1]}/payment`, {
      token: buyer.token,
      body: { payment_type: 2 },
    })
    expect(answer.statusCode).toBe(201)
    expect(await openPayment(at(ids, 2))).toMatchObject({ amount_cents: 33_000, type: 2 })
  })
})

describe('paying registrations together later', () => {
  test('replaces separate payments and orders of one event, once', async () => {
    const race = await newRace()
    const buyer = await createUser(db)
    const other = await createOrder(db, race, { buyer, additional: 1 })
    const ids = other.registrations.map(({ id }) => id)
    expect(await payable(buyer)).toMatchObject([
      {
        event: { id: race.id },
        payment_types: [0, 1, 2],
        registrations: ids.map((id) => ({ id, owed: '110.00' })),
        payment: null,
      },
    ])

    const answers = await Promise.all([together(buyer, ids), together(buyer, ids)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const [link] = answers.map((answer) => answer.json().data.payment_link)
    expect(link).toMatch(PAYMENT_LINK)
    await runJobsOnce(app.deps)
    expect(await openPayment(at(ids, 0))).toMatchObject({ amount_cents: 22_000 })
    expect(await paymentsOf(at(ids, 0))).toHaveLength(2)
    expect(await payable(buyer)).toMatchObject([{ payment: { type: 0, payment_link: link } }])
  })

  test('one of them separately: the others stay together', async () => {
    const { buyer, ids } = await family(await newRace())
    expect((await together(buyer, [at(ids, 0)])).statusCode).toBe(201)
    expect(await openPayment(at(ids, 0))).toMatchObject({ amount_cents: 11_000 })
    expect(await openPayment(at(ids, 1))).toMatchObject({ amount_cents: 22_000 })
  })

  test('refuses those of another account', async () => {
    const race = await newRace()
    const own = await createOrder(db, race)
    const other = await createOrder(db, race)
    const ids = [at(own.registrations, 0).id, at(other.registrations, 0).id]
    expect((await together(own.buyer, ids)).statusCode).toBe(404)
  })

  test('refuses those of different events', async () => {
    const buyer = await createUser(db)
    const one = await createOrder(db, await newRace(), { buyer })
    const other = await createOrder(db, await newRace(), { buyer })
    const answer = await together(buyer, [at(one.registrations, 0).id, at(other.registrations, 0).id])
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ registration_ids: ['Escolha inscrições do mesmo evento.'] })
    expect(await payable(buyer)).toEqual([])
  })

  test('refuses those that are paid', async () => {
    const buyer = await createUser(db)
    const race = await newRace()
    const paid = await createOrder(db, race, { buyer, payment: { status: PAYMENT_STATUS.paid } })
    const open = await createOrder(db, race, {
      buyer: { ...buyer, cpf: null },
    })
    const ids = [at(open.registrations, 0).id, at(paid.registrations, 0).id]
    expect((await together(buyer, ids)).statusCode).toBe(409)
    expect(await paymentsOf(at(ids, 0))).toHaveLength(1)
  })

  test('refuses a payment type that the event does not accept', async () => {
    const race = await newRace()
    const { buyer, ids } = await family(race)
    await db
      .updateTable('payment_methods')
      .set({ status: 0 })
      .where('event_id', '=', race.id)
      .where('type', '=', 2)
      .execute()
    expect((await together(buyer, ids, 2)).statusCode).toBe(409)
  })
})

test('a receipt undone after its difference was combined with another payment: all payments agree with what is owed', async () => {
  const race = await newRace({
    kits: [
      { name: 'Completo', valueCents: 10_000 },
      { name: 'Premium', valueCents: 20_000 },
    ],
  })
  const { buyer, ids } = await family(race, { participants: [companion()] })
  const [dearer, sibling] = ids as [number, number]
  const received = await openPayment(dearer)
  await reportStatus(app, received.id, PAYMENT_STATUS.receivedInCash)
  const moved = await app.call('PUT', `/organizer/events/register/${dearer}`, {
    token: organizer.token,
    body: {
      category_id: at(race.categories, 0).id,
      products: [{ id: at(race.kits, 1).id, shirt_size_id: null, quantity: 1 }],
      payment_method_id: at(race.paymentMethods, 0).id,
    },
  })
  expect(moved.statusCode).toBe(200)
  const later = await createOrder(db, race, { buyer: { ...buyer, cpf: null } })
  const third = at(later.registrations, 0).id
  expect((await together(buyer, [dearer, third])).statusCode).toBe(201)
  await reportStatus(app, received.id, PAYMENT_STATUS.pending)

  expect((await cancel(buyer, third)).statusCode).toBe(200)
  await runJobsOnce(app.deps)
  // 220.00 and 110.00: the two registrations of the undone receipt share one payment again.
  expect(await openPayment(dearer)).toMatchObject({ amount_cents: 33_000 })
  expect((await openPayment(sibling)).id).toBe((await openPayment(dearer)).id)
})

test('cancelling, paying and combining concurrently: no deadlock, one open payment each', async () => {
  const race = await newRace()
  for (let round = 0; round < 6; round++) {
    const { buyer, ids } = await family(race)
    const [first, second, third] = ids as [number, number, number]
    const answers = await Promise.all([
      cancel(buyer, first),
      together(buyer, [second, third], 2),
      together(buyer, [first, second, third], 1),
      together(buyer, [first]),
    ])
    for (const { statusCode } of answers) expect([200, 201, 404, 409]).toContain(statusCode)
    await runJobsOnce(app.deps)
    for (const id of ids)
      expect((await paymentsOf(id)).filter(({ status }) => status === PAYMENT_STATUS.pending).length).toBe(
        (await findRegistration(app, id)).status === 0 ? 1 : 0,
      )
  }
})

test('an id within a list is refused', async () => {
  const user = await createUser(db)
  const answer = await app.call('POST', '/participant/payments', {
    token: user.token,
    body: { registration_ids: [[1]], payment_type: 0 },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ 'registration_ids.0': ['Campo não é válido'] })
})
