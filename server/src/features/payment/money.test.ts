import { afterAll, describe, expect, test } from 'vitest'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '../../../test/database.ts'
import { createEvent, type EventOptions, type TestEvent } from '../../../test/factories/event.ts'
import { createOrder } from '../../../test/factories/order.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  giveUp,
  listLedger,
  press,
  pressAndHear,
} from '../../../test/payments.ts'
import { movePayment } from './move-payment.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const heldOf = async (event: TestEvent) =>
  (
    await db
      .selectFrom('stock_levels')
      .where('id', '=', event.levelId)
      .select('held')
      .executeTakeFirstOrThrow()
  ).held

const refunds = async (paymentId: number) =>
  (await listLedger(app, paymentId))
    .filter(({ kind }) => kind === 'refund_needed')
    .map(({ detail }) => detail)

const raceFor = (capacity: number, options: EventOptions = {}) => createEvent(db, { capacity, ...options })

/** What the gateway says, without its message: for what no button of the page does. */
const hear = (paymentId: number, target: number) =>
  transaction(db, (tx) =>
    movePayment(tx, paymentId, { target, kind: 'heard', source: 'gateway', at: app.deps.clock.now() }),
  )

test('Pix, paid: Pago and Confirmado', async () => {
  const race = await raceFor(5)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  await pressAndHear(app, chargeId, 'pagar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: false })
  expect(await findRegistration(app, registrationId)).toMatchObject({
    status: 1,
    confirmed_at: expect.any(Date),
  })
  expect(await heldOf(race)).toBe(1)
})

test('boleto, paid and then cleared: Confirmado, then Pago, one confirmation', async () => {
  const race = await raceFor(5)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, {
    payment: { type: 1 },
  })
  await pressAndHear(app, chargeId, 'pagar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 3 })
  const { confirmed_at } = await findRegistration(app, registrationId)
  await pressAndHear(app, chargeId, 'compensar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
  expect((await findRegistration(app, registrationId)).confirmed_at).toEqual(confirmed_at)
})

test('a refund lets the runner out and gives the place back', async () => {
  const race = await raceFor(1)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  await pressAndHear(app, chargeId, 'pagar')
  await pressAndHear(app, chargeId, 'estornar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 5, refunded_cents: 11_000 })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'refunded' })
  expect(await heldOf(race)).toBe(0)
})

describe('a dispute', () => {
  test('flags and keeps the place; won, the money is back', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await pressAndHear(app, chargeId, 'pagar')
    await pressAndHear(app, chargeId, 'contestar')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 10 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
    await pressAndHear(app, chargeId, 'ganhar-contestacao')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 3, late: false, duplicate_of: null })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })

  test('lost, it stays Revertido and the runner is out', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    for (const button of ['pagar', 'contestar', 'perder-contestacao'])
      await pressAndHear(app, chargeId, button)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 10 })
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'refunded',
    })
    expect(await heldOf(race)).toBe(0)
  })
})

test('a receipt by hand that is taken back reopens the registration and keeps its place', async () => {
  const race = await raceFor(1)
  const { registrationId, paymentId } = await chargedRegistration(app, race)
  await hear(paymentId, 1)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  await hear(paymentId, 0)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0, confirmed_at: null })
  expect(await heldOf(race)).toBe(1)
})

describe('giving up', () => {
  test('cancels the payment at once and the charge afterwards', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await giveUp(app, registrationId)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 6 })
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'participant',
    })
    expect(await heldOf(race)).toBe(0)
    await runJobsOnce(app.deps)
    expect(await app.deps.gateway.getCharge(chargeId)).toMatchObject({ status: 6 })
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 6 })
  })

  test('what is paid stays paid', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await pressAndHear(app, chargeId, 'pagar')
    await giveUp(app, registrationId)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })
})

describe('money that comes late', () => {
  test('brings the runner back while everything is free', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await giveUp(app, registrationId)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: true })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1, cancel_reason: null })
    expect(await heldOf(race)).toBe(1)
    expect(await refunds(paymentId)).toEqual([])
  })

  test('does not oversell: the place is gone, the money goes back', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await giveUp(app, registrationId)
    await createOrder(db, race)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: true })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, held_level_ids: [] })
    expect(await heldOf(race)).toBe(1)
    expect(await refunds(paymentId)).toEqual([{ reason: 'late', registrationId }])
  })

  test('does not register a CPF twice', async () => {
    const race = await raceFor(5)
    const order = await createOrder(db, race)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, {
      buyer: order.buyer,
      registrationStatus: 2,
    })
    await press(app, chargeId, 'pagar')
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
    expect(await refunds(paymentId)).toHaveLength(1)
  })

  test('does not overrule an organizer', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await giveUp(app, registrationId, 'organizer')
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'organizer',
    })
    expect(await refunds(paymentId)).toHaveLength(1)
  })

  test('does not reopen a closed race', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await giveUp(app, registrationId)
    await db.updateTable('events').set({ status: 3 }).where('id', '=', race.id).execute()
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
    expect(await refunds(paymentId)).toHaveLength(1)
  })
})

describe('money that comes twice', () => {
  test('by a second payment: marked, to be given back, and the registration untouched', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    const second = await secondPaymentOf(first.registrationId, 11_000)
    await pressAndHear(app, first.chargeId, 'pagar')
    await hear(second, 2)
    expect(await findPayment(app, second)).toMatchObject({ status: 2, duplicate_of: first.paymentId })
    expect(await refunds(second)).toEqual([{ reason: 'duplicate' }])

    await hear(second, 5)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 1 })
    expect(await heldOf(race)).toBe(1)
  })

  test('two payments at once are one payment and one duplicate', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    const second = await secondPaymentOf(first.registrationId, 11_000)
    await Promise.all([hear(first.paymentId, 2), hear(second, 2)])
    const [one, other] = [await findPayment(app, first.paymentId), await findPayment(app, second)]
    expect([one.duplicate_of, other.duplicate_of].filter((id) => id !== null)).toHaveLength(1)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 1 })
  })

  test('the difference of a dearer kit is no duplicate, and unpaid throws nobody out', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    await pressAndHear(app, first.chargeId, 'pagar')
    await db
      .updateTable('registrations')
      .set({ total_cents: 15_000 })
      .where('id', '=', first.registrationId)
      .execute()
    const unpaid = await secondPaymentOf(first.registrationId, 4_000)
    await hear(unpaid, 8)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 1 })
    const paid = await secondPaymentOf(first.registrationId, 4_000)
    await hear(paid, 2)
    expect(await findPayment(app, paid)).toMatchObject({ duplicate_of: null, late: false })
    expect(await heldOf(race)).toBe(1)
  })

  test('on a second charge that a slow gateway left behind', async () => {
    const race = await raceFor(5)
    const { paymentId, chargeId } = await chargedRegistration(app, race)
    const { external_reference } = await findPayment(app, paymentId)
    const stray = await app.deps.gateway.createCharge({
      externalReference: external_reference,
      type: 0,
      amountCents: 11_000,
      dueOn: '2030-01-01',
      description: 'Inscrição',
      payer: { name: 'Ana', cpf: '12345678909', email: 'ana@exemplo.test', phone: '' },
    })
    await pressAndHear(app, chargeId, 'pagar')
    await pressAndHear(app, stray.id, 'pagar')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, charge_id: chargeId })
    expect(await refunds(paymentId)).toEqual([
      { reason: 'duplicate', chargeId: stray.id, amountCents: 11_000 },
    ])
  })

  test('the end of a second charge is not the end of the payment', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId } = await chargedRegistration(app, race)
    const { external_reference } = await findPayment(app, paymentId)
    const stray = await app.deps.gateway.createCharge({
      externalReference: external_reference,
      type: 0,
      amountCents: 11_000,
      dueOn: '2030-01-01',
      description: 'Inscrição',
      payer: { name: 'Ana', cpf: '12345678909', email: 'ana@exemplo.test', phone: '' },
    })
    await app.deps.gateway.cancelCharge(stray.id)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
  })
})

let references = 0
async function secondPaymentOf(registrationId: number, amountCents: number): Promise<number> {
  const now = app.deps.clock.now()
  const registration = await findRegistration(app, registrationId)
  const { id } = await db
    .insertInto('payments')
    .values({
      event_id: registration.event_id,
      order_id: registration.order_id,
      provider: 'sandbox',
      external_reference: `second:${++references}`,
      type: 0,
      amount_cents: amountCents,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_items')
    .values({ payment_id: id, registration_id: registrationId, amount_cents: amountCents })
    .execute()
  return id
}
