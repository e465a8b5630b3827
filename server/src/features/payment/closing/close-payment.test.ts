import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { liveCharges } from '#test/faulty-gateway.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPending, chargedRegistration, findPayment, press, strayCharge } from '#test/payments.ts'
import { balancePayments } from '../balancing/balance-payments.ts'
import { tryCreateCharge } from '../create-charge.ts'
import { movePayment } from '../move-payment.ts'
import { recheckPayments } from '../sweeps/recheck-payments.ts'
import { closePayment } from './close-payment.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const race = await createEvent(db)
const { gateway } = app.deps
const HALF_AN_HOUR_MS = 31 * 60_000

beforeEach(() => app.deps.clock.set(new Date()))
afterEach(async () => {
  app.deps.gateway = gateway
  expect(await brokenInvariants(db)).toEqual([])
})

async function waiting() {
  const order = await createOrder(db, race)
  const { id, paymentId } = at(order.registrations, 0)
  return { registrationId: id, paymentId: paymentId ?? 0 }
}
const live = async (registrationId: number) => (await liveCharges(db)).get(registrationId) ?? []

/** Replaces the payment with one of another type and returns its id. */
async function replaced(registrationId: number): Promise<number> {
  const settled = await transaction(db, (tx) =>
    balancePayments(tx, {
      registrationIds: [registrationId],
      provider: gateway.provider,
      at: app.deps.clock.now(),
      actorUserId: null,
      together: { registrationIds: [registrationId], type: 2 },
    }),
  )
  return at(settled.created, 0).paymentId
}

/** The gateway creates the charge, but its response is lost. */
async function lostAnswer(paymentId: number): Promise<void> {
  app.deps.gateway = {
    ...gateway,
    createCharge: async (request) => {
      await gateway.createCharge(request)
      throw new Error('the answer got lost')
    },
  }
  expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
  app.deps.gateway = gateway
}

test('a replaced payment with an unknown charge: it is found by reference and cancelled before the next one is created', async () => {
  const { registrationId, paymentId } = await waiting()
  await lostAnswer(paymentId)
  const [lost] = await live(registrationId)
  const next = await replaced(registrationId)
  expect(await tryCreateCharge(app.deps, next)).toContain('/sandbox/pagar/')
  expect((await gateway.getCharge(lost ?? '')).status).toBe(PAYMENT_STATUS.cancelled)
  expect(await live(registrationId)).toEqual([(await findPayment(app, next)).charge_id])
})

test('a cancelled payment with an unknown charge: the job finds and cancels it', async () => {
  const { registrationId, paymentId } = await waiting()
  await lostAnswer(paymentId)
  await cancelPending(app, registrationId)
  await runJobsOnce(app.deps)
  expect(await live(registrationId)).toEqual([])
})

test('a payment that is cancelled while its charge is created is closed, and no job fails', async () => {
  const { registrationId, paymentId } = await waiting()
  const claimed = Promise.withResolvers<void>()
  const mayCreate = Promise.withResolvers<void>()
  app.deps.gateway = {
    ...gateway,
    createCharge: async (request) => {
      claimed.resolve()
      await mayCreate.promise
      return gateway.createCharge(request)
    },
  }
  const creating = tryCreateCharge(app.deps, paymentId)
  await claimed.promise
  await cancelPending(app, registrationId)
  await runJobsOnce(app.deps)
  const { rows } = await sql`
    select attempts, last_error from graphile_worker.jobs where key like ${`close-payment:${paymentId}:%`}`.execute(
    db,
  )
  expect(rows).toEqual([{ attempts: 0, last_error: null }])
  mayCreate.resolve()
  await creating
  expect(await live(registrationId)).toHaveLength(1)
  await runJobsOnce(app.deps)
  expect(await live(registrationId)).toEqual([])
})

test('without its job, the reconciliation sweep retries until no charge is left', async () => {
  const { registrationId, paymentId } = await waiting()
  await lostAnswer(paymentId)
  await cancelPending(app, registrationId)
  await sql`delete from graphile_worker._private_jobs where key like ${`close-payment:${paymentId}:%`}`.execute(
    db,
  )
  app.deps.gateway = { ...gateway, cancelCharge: () => Promise.reject(new Error('not now')) }
  app.deps.clock.advance(HALF_AN_HOUR_MS)
  await recheckPayments(app.deps)
  expect(await live(registrationId)).toHaveLength(1)
  expect(await findPayment(app, paymentId)).toMatchObject({ charge_closed_at: null })

  app.deps.gateway = gateway
  app.deps.clock.advance(HALF_AN_HOUR_MS)
  await recheckPayments(app.deps)
  expect(await live(registrationId)).toEqual([])
  expect(await findPayment(app, paymentId)).toMatchObject({ charge_closed_at: expect.any(Date) })
})

test('a charge created after our request timed out is found and cancelled', async () => {
  const { registrationId, paymentId } = await waiting()
  app.deps.gateway = { ...gateway, createCharge: () => Promise.reject(new Error('no answer')) }
  expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
  app.deps.gateway = gateway
  await cancelPending(app, registrationId)
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ charge_closed_at: null })
  await strayCharge(app, paymentId)
  app.deps.clock.advance(HALF_AN_HOUR_MS)
  await recheckPayments(app.deps)
  expect(await live(registrationId)).toEqual([])
})

test('the next payment waits while the earlier charge is being created', async () => {
  const { registrationId, paymentId } = await waiting()
  let next = 0
  app.deps.gateway = {
    ...gateway,
    createCharge: async (request) => {
      if (next === 0) {
        next = await replaced(registrationId)
        expect(await tryCreateCharge(app.deps, next)).toBeNull()
        expect(await closePayment(app.deps, paymentId)).toBe('claimed')
      }
      return gateway.createCharge(request)
    },
  }
  expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
  await runJobsOnce(app.deps)
  expect(await live(registrationId)).toEqual([(await findPayment(app, next)).charge_id])
})

test('a replaced payment that is paid concurrently is a late payment, and no other charge is created', async () => {
  const { registrationId, chargeId } = await chargedRegistration(app, race)
  const next = await replaced(registrationId)
  await press(app, chargeId, 'pagar')
  expect(await tryCreateCharge(app.deps, next)).toBeNull()
  await runJobsOnce(app.deps)
  expect(await findPayment(app, next)).toMatchObject({ status: 6, charge_id: null })
  expect(await live(registrationId)).toEqual([])
})

test('a charge that is still open or was restored at the gateway does not reopen a replaced payment', async () => {
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  const next = await replaced(registrationId)
  const reportOpen = async () => {
    const charge = { ...(await gateway.getCharge(chargeId)), status: 0 }
    await transaction(db, (tx) =>
      movePayment(tx, paymentId, {
        target: 0,
        kind: 'reported',
        source: 'gateway',
        at: app.deps.clock.now(),
        charge,
      }),
    )
  }
  await reportOpen()
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 6 })
  await runJobsOnce(app.deps)
  app.deps.clock.advance(HALF_AN_HOUR_MS)
  await recheckPayments(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ charge_closed_at: expect.any(Date) })

  await db.updateTable('sandbox.charges').set({ status: 'PENDING' }).where('id', '=', chargeId).execute()
  await reportOpen()
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 6 })
  await runJobsOnce(app.deps)
  expect(await live(registrationId)).toEqual([(await findPayment(app, next)).charge_id])
})

test('the reconciliation sweep cancels a second charge of an open payment', async () => {
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  await strayCharge(app, paymentId)
  app.deps.clock.advance(HALF_AN_HOUR_MS)
  await recheckPayments(app.deps)
  expect(await live(registrationId)).toEqual([chargeId])
})
