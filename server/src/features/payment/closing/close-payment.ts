import { isOpen, isPaid } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { CANCEL_CHARGE, CLOSE_PAYMENT } from '../follow-up-jobs.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import type { Charge } from '../gateways/gateway.ts'
import { movePayment } from '../move-payment.ts'
import { findPaymentToClose, markClosed } from './queries.ts'

/** The gateway may still create a charge after our request timed out: a payment is not marked closed until this has passed. */
const LATE_CHARGE_MS = 10 * 60_000

/**
 * - `closed`: no charge of the payment can be paid any more.
 * - `paid`: a charge had been paid; the payment was updated accordingly.
 * - `kept`: the gateway refused to cancel a charge that is still open, for example one in analysis.
 * - `claimed`: another process is creating the payment's charge right now.
 */
export type CloseResult = 'closed' | 'paid' | 'kept' | 'claimed'

/** Cancels every charge with the payment's reference at the gateway, including charges not stored here. Idempotent. */
export async function closePayment(deps: Deps, paymentId: number): Promise<CloseResult> {
  const at = deps.clock.now()
  const payment = await findPaymentToClose(deps.db, paymentId)
  if (!payment) return 'closed'
  if (payment.charge_claimed_until && payment.charge_claimed_until > at) return 'claimed'

  const { provider } = payment
  const charges = await gatewayOf(deps, provider).findCharges(payment.external_reference)
  const chargeIds = charges.filter(({ status }) => isOpen(status) || isPaid(status)).map(({ id }) => id)
  if (payment.charge_id && !charges.some(({ id }) => id === payment.charge_id))
    chargeIds.push(payment.charge_id)
  const remaining: number[] = []
  for (const chargeId of chargeIds) {
    const charge = await cancelCharge(deps, { paymentId, chargeId, provider })
    if (charge) remaining.push(charge.status)
  }
  if (remaining.some(isOpen)) return 'kept'
  await markPaymentClosed(deps.db, paymentId, at)
  return remaining.some(isPaid) ? 'paid' : 'closed'
}

/** Records that an ended payment had no payable charge at `at`, so that the reconciliation sweep skips it. */
export const markPaymentClosed = (db: Db, paymentId: number, at: Date): Promise<void> =>
  markClosed(db, paymentId, { at, claimsBefore: new Date(at.getTime() - LATE_CHARGE_MS) })

/**
 * Cancels a charge at the gateway. Null once it can no longer be paid; otherwise (paid meanwhile, in analysis) the charge's
 * present state, after applying it to the payment.
 */
export async function cancelCharge(
  deps: Deps,
  { paymentId, chargeId, provider }: { paymentId: number; chargeId: string; provider: string },
): Promise<Charge | null> {
  const gateway = gatewayOf(deps, provider)
  if (await gateway.cancelCharge(chargeId)) return null
  const charge = await gateway.getCharge(chargeId)
  await transaction(deps.db, (tx) =>
    movePayment(tx, paymentId, {
      target: charge.status,
      kind: 'cancel_refused',
      source: 'system',
      at: deps.clock.now(),
      charge,
    }),
  )
  return charge
}

export const closePaymentJob = defineMoneyJob(
  CLOSE_PAYMENT.name,
  CLOSE_PAYMENT.payload,
  async (deps, { paymentId }) => {
    const result = await closePayment(deps, paymentId)
    if (result === 'claimed') throw new Error('the charge is being created')
    if (result === 'kept') throw new Error('the gateway keeps the charge open')
  },
)

export const cancelChargeJob = defineMoneyJob(
  CANCEL_CHARGE.name,
  CANCEL_CHARGE.payload,
  async (deps, payload) => {
    const payment = await findPaymentToClose(deps.db, payload.paymentId)
    if (payment) await cancelCharge(deps, { ...payload, provider: payment.provider })
  },
)
