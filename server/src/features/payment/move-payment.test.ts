import { afterAll, describe, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  cancelPending,
  chargedRegistration,
  findPayment,
  findRegistration,
  heldOf,
  pressAndDeliver,
  reportStatus,
} from '#test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const raceFor = (capacity: number) => createEvent(db, { capacity })

test('a paid Pix: payment paid, registration confirmed', async () => {
  const race = await raceFor(5)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  await pressAndDeliver(app, chargeId, 'pagar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: false })
  expect(await findRegistration(app, registrationId)).toMatchObject({
    status: 1,
    confirmed_at: expect.any(Date),
  })
  expect(await heldOf(app, race)).toBe(1)
})

test('a boleto paid and then cleared: confirmed, then paid, one confirmation', async () => {
  const race = await raceFor(5)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, {
    payment: { type: 1 },
  })
  await pressAndDeliver(app, chargeId, 'pagar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 3 })
  const { confirmed_at } = await findRegistration(app, registrationId)
  await pressAndDeliver(app, chargeId, 'compensar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
  expect((await findRegistration(app, registrationId)).confirmed_at).toEqual(confirmed_at)
})

test('a refund cancels the registration and releases its spot', async () => {
  const race = await raceFor(1)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  await pressAndDeliver(app, chargeId, 'pagar')
  await pressAndDeliver(app, chargeId, 'estornar')
  // `returned_at` is only for money taken back by the bank; a refund is counted by its own row.
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 5, returned_at: null })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'refunded' })
  expect(await heldOf(app, race)).toBe(0)
})

describe('a dispute', () => {
  test('keeps the spot while open; if won, the payment is confirmed again', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await pressAndDeliver(app, chargeId, 'pagar')
    await pressAndDeliver(app, chargeId, 'contestar')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 10, returned_at: expect.any(Date) })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
    await pressAndDeliver(app, chargeId, 'ganhar-contestacao')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 3, late: false, duplicate_of: null })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })

  test('if lost, the payment stays reversed and the registration is cancelled', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    for (const button of ['pagar', 'contestar', 'perder-contestacao'])
      await pressAndDeliver(app, chargeId, button)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 10 })
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'refunded',
    })
    expect(await heldOf(app, race)).toBe(0)
  })
})

test('undoing a manual receipt reopens the registration and keeps its spot', async () => {
  const race = await raceFor(1)
  const { registrationId, paymentId } = await chargedRegistration(app, race)
  await reportStatus(app, paymentId, 1)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  await reportStatus(app, paymentId, 0)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0, confirmed_at: null })
  expect(await heldOf(app, race)).toBe(1)
})

describe('cancelling a registration', () => {
  test('cancels the payment immediately and the charge in a job', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await cancelPending(app, registrationId)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 6 })
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'participant',
    })
    expect(await heldOf(app, race)).toBe(0)
    await runJobsOnce(app.deps)
    expect(await app.deps.gateway.getCharge(chargeId)).toMatchObject({ status: 6 })
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 6 })
  })

  test('leaves a paid payment as it is', async () => {
    const race = await raceFor(1)
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
    await pressAndDeliver(app, chargeId, 'pagar')
    await cancelPending(app, registrationId)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })
})
