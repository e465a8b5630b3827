// @module-tag operation
import { afterAll, describe, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  cancelPending,
  chargedRegistration,
  findPayment,
  findRegistration,
  heldOf,
  listRefunds,
  press,
  pressAndDeliver,
  reportStatus,
  strayCharge,
} from '#test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const raceFor = (capacity: number) => createEvent(db, { capacity })

describe('late payments', () => {
  test('restore the registration while spots are left', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await cancelPending(app, registrationId)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: true })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1, cancel_reason: null })
    expect(await heldOf(app, race)).toBe(1)
    expect(await listRefunds(app, paymentId)).toEqual([])
  })

  test('do not oversell: without a spot the payment is refunded', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await cancelPending(app, registrationId)
    await createOrder(db, race)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 5, late: true })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, held_level_ids: [] })
    expect(await heldOf(app, race)).toBe(1)
    expect(await listRefunds(app, paymentId)).toMatchObject([
      { reason: 'late', registrationId, amountCents: 11_000, status: 'done' },
    ])
  })

  test('do not register a CPF twice', async () => {
    const race = await raceFor(5)
    const order = await createOrder(db, race)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, {
      buyer: order.buyer,
      registrationStatus: 2,
    })
    await press(app, chargeId, 'pagar')
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
    expect(await listRefunds(app, paymentId)).toHaveLength(1)
  })

  test('do not restore the registration of a deleted account', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await cancelPending(app, registrationId)
    const { responsible_user_id } = await findRegistration(app, registrationId)
    await db
      .updateTable('users')
      .set({ anonymized_at: new Date() })
      .where('id', '=', responsible_user_id)
      .execute()
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
    expect(await heldOf(app, race)).toBe(0)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ reason: 'late', registrationId }])
  })

  test('does not restore a registration that an organizer cancelled', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await cancelPending(app, registrationId, 'organizer')
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'organizer',
    })
    expect(await listRefunds(app, paymentId)).toHaveLength(1)
  })

  test('do not restore a registration of a closed event', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await press(app, chargeId, 'pagar')
    await cancelPending(app, registrationId)
    await db.updateTable('events').set({ status: 3 }).where('id', '=', race.id).execute()
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
    expect(await listRefunds(app, paymentId)).toHaveLength(1)
  })
})

describe('duplicate payments', () => {
  test('a second payment is marked as a duplicate and refunded, and the registration does not change', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    const second = await secondPaymentOf(first.registrationId, 11_000)
    await pressAndDeliver(app, first.chargeId, 'pagar')
    await reportStatus(app, second, 2)
    expect(await findPayment(app, second)).toMatchObject({ status: 2, duplicate_of: first.paymentId })
    expect(await listRefunds(app, second)).toMatchObject([{ reason: 'duplicate', status: 'approved' }])

    await reportStatus(app, second, 5)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 1 })
    expect(await heldOf(app, race)).toBe(1)
  })

  test('of two concurrent payments one is a duplicate', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    const second = await secondPaymentOf(first.registrationId, 11_000)
    await Promise.all([reportStatus(app, first.paymentId, 2), reportStatus(app, second, 2)])
    const [one, other] = [await findPayment(app, first.paymentId), await findPayment(app, second)]
    expect([one.duplicate_of, other.duplicate_of].filter((id) => id !== null)).toHaveLength(1)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 1 })
  })

  test('a difference for a higher price is not a duplicate, and does not release the registration when unpaid', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    await pressAndDeliver(app, first.chargeId, 'pagar')
    await db
      .updateTable('registrations')
      .set({ total_cents: 15_000 })
      .where('id', '=', first.registrationId)
      .execute()
    const unpaid = await secondPaymentOf(first.registrationId, 4_000)
    await reportStatus(app, unpaid, 8)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 1 })
    const paid = await secondPaymentOf(first.registrationId, 4_000)
    await reportStatus(app, paid, 2)
    expect(await findPayment(app, paid)).toMatchObject({ duplicate_of: null, late: false })
    expect(await heldOf(app, race)).toBe(1)
  })

  test('when everything is refunded at the gateway, an open difference is cancelled', async () => {
    const race = await raceFor(5)
    const first = await chargedRegistration(app, race)
    await pressAndDeliver(app, first.chargeId, 'pagar')
    await db
      .updateTable('registrations')
      .set({ total_cents: 15_000 })
      .where('id', '=', first.registrationId)
      .execute()
    const difference = await secondPaymentOf(first.registrationId, 4_000)
    await pressAndDeliver(app, first.chargeId, 'estornar')
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, first.registrationId)).toMatchObject({ status: 2 })
    expect(await findPayment(app, difference)).toMatchObject({ status: 6 })
  })

  test('a second charge left by a slow gateway is a duplicate when paid', async () => {
    const race = await raceFor(5)
    const { paymentId, chargeId } = await chargedRegistration(app, race)
    const stray = await strayCharge(app, paymentId)
    await pressAndDeliver(app, chargeId, 'pagar')
    await pressAndDeliver(app, stray.id, 'pagar')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, charge_id: chargeId })
    expect(await listRefunds(app, paymentId)).toEqual([])
    const repeated = await db
      .selectFrom('payments')
      .where('charge_id', '=', stray.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(repeated).toMatchObject({ duplicate_of: paymentId, status: 5, amount_cents: 11_000 })
    expect(await listRefunds(app, repeated.id)).toMatchObject([{ reason: 'duplicate', status: 'done' }])
  })

  test('cancelling a second charge does not cancel the payment', async () => {
    const race = await raceFor(5)
    const { registrationId, paymentId } = await chargedRegistration(app, race)
    const stray = await strayCharge(app, paymentId)
    await app.deps.gateway.cancelCharge(stray.id)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
  })
})

async function secondPaymentOf(registrationId: number, amountCents: number): Promise<number> {
  const now = app.deps.clock.now()
  const registration = await findRegistration(app, registrationId)
  const { id } = await db
    .insertInto('payments')
    .values({
      event_id: registration.event_id,
      payer_user_id: registration.responsible_user_id,
      provider: 'sandbox',
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
