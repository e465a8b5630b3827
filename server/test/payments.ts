import { cancelPayments } from '#server/features/payment/cancel-payments.ts'
import { createCharge } from '#server/features/payment/create-charge.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import type { TestApp } from './app.ts'
import { at, type TestEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'

export interface ChargedRegistration {
  registrationId: number
  paymentId: number
  chargeId: string
}

/** A registration whose charge waits at the sandbox gateway. */
export async function chargedRegistration(
  app: TestApp,
  event: TestEvent,
  options: Parameters<typeof createOrder>[2] = {},
): Promise<ChargedRegistration> {
  const order = await createOrder(app.db, event, options)
  const { id: registrationId, paymentId } = at(order.registrations, 0)
  if (paymentId === null) throw new Error('the registration is free')
  await createCharge(app.deps, paymentId)
  const { charge_id } = await findPayment(app, paymentId)
  if (charge_id === null) throw new Error('the gateway made no charge')
  return { registrationId, paymentId, chargeId: charge_id }
}

export const findPayment = (app: TestApp, id: number) =>
  app.db.selectFrom('payments').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

export const findRegistration = (app: TestApp, id: number) =>
  app.db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

export const listLedger = (app: TestApp, paymentId: number) =>
  app.db
    .selectFrom('payment_events')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .select(['kind', 'from_status', 'to_status', 'applied', 'source', 'detail'])
    .execute()

/** Presses a button of the sandbox's payment page; what follows from it waits for jobs. */
export async function press(app: TestApp, chargeId: string, button: string): Promise<void> {
  const answer = await app.fastify.inject({ method: 'POST', url: `/sandbox/pagar/${chargeId}/${button}` })
  if (answer.statusCode !== 303) throw new Error(`the page answered ${answer.statusCode}`)
}

/** Presses a button and lets the gateway's message arrive and be applied. */
export async function pressAndHear(app: TestApp, chargeId: string, button: string): Promise<void> {
  await press(app, chargeId, button)
  await runJobsOnce(app.deps)
}

/** A runner gives a registration up; the gateway hears of it when jobs run. */
export const giveUp = (
  app: TestApp,
  registrationId: number,
  reason: Parameters<typeof cancelPayments>[2]['reason'] = 'participant',
): Promise<void> =>
  transaction(app.db, (tx) =>
    cancelPayments(tx, [registrationId], { at: app.deps.clock.now(), actorUserId: null, reason }),
  )
