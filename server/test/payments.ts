import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { CancelReason } from '#server/features/outbox/domain-events.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import type { Charge } from '#server/features/payment/gateways/gateway.ts'
import { movePayment } from '#server/features/payment/move-payment.ts'
import { lockPayment, lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { moveRefund } from '#server/features/payment/refunds/move-refund.ts'
import { findRefund } from '#server/features/payment/refunds/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { isLockTimeout } from '#server/lib/errors.ts'
import { runJobsOnce } from '#server/worker.ts'
import type { TestApp } from './app.ts'
import { at, type TestEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createUser, type TestUser } from './factories/user.ts'

/** Matches the URL of a payment page. */
export const PAYMENT_LINK = /^https?:\/\/[^/]+\/pagamento\/[0-9a-f-]{36}$/

export interface ChargedRegistration {
  registrationId: number
  paymentId: number
  chargeId: string
}

/** Creates a registration with an open charge at the sandbox gateway. */
export async function chargedRegistration(
  app: TestApp,
  event: TestEvent,
  options: Parameters<typeof createOrder>[2] = {},
): Promise<ChargedRegistration> {
  const order = await createOrder(app.db, event, options)
  const { id: registrationId, paymentId } = at(order.registrations, 0)
  if (paymentId === null) throw new Error('the registration is free')
  await tryCreateCharge(app.deps, paymentId)
  const { charge_id } = await findPayment(app, paymentId)
  if (charge_id === null) throw new Error('the gateway created no charge')
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

/** The refunds of a payment, oldest first. */
export const listRefunds = (app: TestApp, paymentId: number) =>
  app.db
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .select(['id', 'reason', 'registration_id as registrationId', 'amount_cents as amountCents', 'status'])
    .select(['request_url', 'failure_reason', 'obstacle'])
    .execute()

export async function heldOf(app: TestApp, event: TestEvent): Promise<number> {
  const { held } = await app.db
    .selectFrom('stock_levels')
    .where('id', '=', event.levelId)
    .select('held')
    .executeTakeFirstOrThrow()
  return held
}

/** Creates a charge that the product does not know, as after a crash or a gateway timeout. */
export async function strayCharge(app: TestApp, paymentId: number): Promise<Charge> {
  const { external_reference, amount_cents, payer_user_id } = await findPayment(app, paymentId)
  return app.deps.gateway.createCharge({
    externalReference: external_reference,
    type: 0,
    amountCents: amount_cents,
    installments: 1,
    split: null,
    dueOn: '2030-01-01',
    expiresAt: null,
    description: 'Inscrição',
    payer: { userId: payer_user_id, name: 'Ana', cpf: '12345678909', email: 'ana@exemplo.test', phone: '' },
  })
}

/**
 * Applies a status as if the gateway had reported it, for statuses that no button of the sandbox produces.
 */
export const reportStatus = (app: TestApp, paymentId: number, target: number) =>
  transaction(app.db, (tx) =>
    movePayment(tx, paymentId, { target, kind: 'reported', source: 'gateway', at: app.deps.clock.now() }),
  )

/** Presses a button of the sandbox's payment page. Jobs deliver its webhook. */
export async function press(app: TestApp, chargeId: string, button: string): Promise<void> {
  const answer = await app.fastify.inject({ method: 'POST', url: `/sandbox/pagar/${chargeId}/${button}` })
  if (answer.statusCode !== 303) throw new Error(`the page answered ${answer.statusCode}`)
}

/** Presses a button, then runs the jobs that deliver and apply its webhook. */
export async function pressAndDeliver(app: TestApp, chargeId: string, button: string): Promise<void> {
  await press(app, chargeId, button)
  await runJobsOnce(app.deps)
}

/** Creates two registrations of a new account, paid by one Pix, or by one boleto with type 1. */
export async function paidTogether(
  app: TestApp,
  event: TestEvent,
  type: 0 | 1 = 0,
): Promise<ChargedRegistration & { buyer: TestUser; otherId: number }> {
  const buyer = await createUser(app.db)
  const { registrations } = await createOrder(app.db, event, { buyer, additional: 1 })
  const [registrationId, otherId] = [at(registrations, 0).id, at(registrations, 1).id]
  await app.call('POST', '/participant/payments', {
    token: buyer.token,
    body: { registration_ids: [registrationId, otherId], payment_type: type },
  })
  await runJobsOnce(app.deps)
  const { id: paymentId, charge_id } = await app.db
    .selectFrom('payments')
    .where('payer_user_id', '=', buyer.id)
    .where('status', '=', 0)
    .select(['id', 'charge_id'])
    .executeTakeFirstOrThrow()
  const chargeId = charge_id ?? ''
  await pressAndDeliver(app, chargeId, 'pagar')
  return { buyer, registrationId, otherId, paymentId, chargeId }
}

/** Cancels a paid registration as its organizer would. A job sends the refund. */
export const cancelPaid = (app: TestApp, registrationId: number): Promise<void> =>
  transaction(app.db, async (tx) => {
    await lockPaymentsOf(tx, [registrationId])
    await cancelRegistrations(tx, [registrationId], {
      at: app.deps.clock.now(),
      actorUserId: null,
      reason: 'organizer',
      refund: { reason: 'organizer', askedBy: null, approvedBy: null },
      provider: app.deps.gateway.provider,
    })
  })

/** Retries a refund that waits for a person. */
export const retryRefund = (app: TestApp, refundId: number): Promise<boolean> =>
  transaction(app.db, async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (!refund) return false
    await lockPayment(tx, refund.payment_id)
    return moveRefund(tx, refund, 'approved', {}, { at: app.deps.clock.now(), source: 'person' })
  })

/** Cancels a pending registration and its open payment. Jobs cancel the charge. */
export const cancelPending = (
  app: TestApp,
  registrationId: number,
  reason: CancelReason = 'participant',
): Promise<void> =>
  transaction(app.db, async (tx) => {
    await lockPaymentsOf(tx, [registrationId])
    const { status } = await tx
      .selectFrom('registrations')
      .where('id', '=', registrationId)
      .select('status')
      .executeTakeFirstOrThrow()
    if (status !== REGISTRATION_STATUS.pending) return
    const { clock, gateway } = app.deps
    const cancellation = { at: clock.now(), actorUserId: null, reason, provider: gateway.provider }
    await cancelRegistrations(tx, [registrationId], cancellation)
  })

/** For reports that compete with others: on a slow machine a lock may not be free within five seconds. */
export const reportUnlessLocked = (app: TestApp, paymentId: number, status: number) =>
  reportStatus(app, paymentId, status).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
  })
