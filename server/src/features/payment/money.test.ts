import { afterAll, describe, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '../../../test/database.ts'
import { createEvent } from '../../../test/factories/event.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  giveUp,
  hear,
  heldOf,
  pressAndHear,
} from '../../../test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const raceFor = (capacity: number) => createEvent(db, { capacity })

test('Pix, paid: Pago and Confirmado', async () => {
  const race = await raceFor(5)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  await pressAndHear(app, chargeId, 'pagar')
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: false })
  expect(await findRegistration(app, registrationId)).toMatchObject({
    status: 1,
    confirmed_at: expect.any(Date),
  })
  expect(await heldOf(app, race)).toBe(1)
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
  expect(await heldOf(app, race)).toBe(0)
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
    expect(await heldOf(app, race)).toBe(0)
  })
})

test('a receipt by hand that is taken back reopens the registration and keeps its place', async () => {
  const race = await raceFor(1)
  const { registrationId, paymentId } = await chargedRegistration(app, race)
  await hear(app, paymentId, 1)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  await hear(app, paymentId, 0)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0, confirmed_at: null })
  expect(await heldOf(app, race)).toBe(1)
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
    expect(await heldOf(app, race)).toBe(0)
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
