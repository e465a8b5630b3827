import { isOpen, isPaid } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { CANCEL_CHARGE, CLOSE_PAYMENT, closeAgain } from '../follow-up-jobs.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import type { Charge } from '../gateways/gateway.ts'
import { applyCharge } from '../move-payment.ts'
import { CLAIM_MS } from '../queries/claims.ts'
import { findPaymentToClose, markClosed } from './queries.ts'

/**
 * The gateway may create a charge after our request timed out; before this time no payment is marked closed.
 */
const LATE_CHARGE_MS = 10 * 60_000
/** The gateway may take a minute to delete an installment plan. */
const CLOSING_MS = 2 * 60_000

/**
 * `paid`: a charge was already paid, and the payment was updated. `open`: the gateway refused to cancel a
 * charge, for example one in analysis. `claimed`: another process is creating the payment's charge.
 */
export type CloseResult = 'closed' | 'paid' | 'open' | 'claimed'

/** Cancels every charge with the payment's reference at the gateway, also one not stored here. Idempotent. */
export async function closePayment(deps: Deps, paymentId: number): Promise<CloseResult> {
  const at = deps.clock.now()
  const payment = await findPaymentToClose(deps.db, paymentId)
  if (!payment) return 'closed'
  if (payment.charge_claimed_until && payment.charge_claimed_until > at) return 'claimed'

  const { provider } = payment
  // The only attempt created the stored charge, so there is no other charge.
  const isOnlyCharge = payment.charge_id !== null && payment.charge_attempts === 1
  const charges = isOnlyCharge ? [] : await gatewayOf(deps, provider).findCharges(payment.external_reference)
  const chargeIds = charges.filter(({ status }) => isOpen(status) || isPaid(status)).map(({ id }) => id)
  if (payment.charge_id && !charges.some(({ id }) => id === payment.charge_id))
    chargeIds.push(payment.charge_id)
  const remaining: number[] = []
  for (const chargeId of chargeIds) {
    const charge = await cancelCharge(deps, { paymentId, chargeId, provider })
    if (charge) remaining.push(charge.status)
  }
  if (remaining.some(isOpen)) return 'open'
  await markPaymentClosed(deps.db, paymentId, at)
  return remaining.some(isPaid) ? 'paid' : 'closed'
}

/** Records that an ended payment has no payable charge at `at`: the reconciliation sweep skips it. */
export const markPaymentClosed = (db: Db, paymentId: number, at: Date): Promise<void> =>
  markClosed(db, paymentId, { at, claimsBefore: new Date(at.getTime() - LATE_CHARGE_MS) })

/**
 * Cancels a charge at the gateway. Returns null once it can no longer be paid; otherwise (paid, or in
 * analysis) applies the charge's state to the payment and returns it.
 */
export async function cancelCharge(
  deps: Deps,
  { paymentId, chargeId, provider }: { paymentId: number; chargeId: string; provider: string },
): Promise<Charge | null> {
  const gateway = gatewayOf(deps, provider)
  if (await gateway.cancelCharge(chargeId)) return null
  const charge = await gateway.getCharge(chargeId)
  await applyCharge(deps, paymentId, charge, 'cancel_refused')
  return charge
}

export const closePaymentJob = defineMoneyJob(
  CLOSE_PAYMENT.name,
  CLOSE_PAYMENT.payload,
  async (deps, { paymentId }) => {
    const result = await closePayment(deps, paymentId)
    if (result === 'claimed') {
      const claimEnd = new Date(deps.clock.now().getTime() + CLAIM_MS)
      await transaction(deps.db, (tx) => closeAgain(tx, paymentId, claimEnd))
    }
    if (result === 'open') throw new Error('the gateway keeps the charge open')
  },
  { timeLimitMs: CLOSING_MS },
)

export const cancelChargeJob = defineMoneyJob(
  CANCEL_CHARGE.name,
  CANCEL_CHARGE.payload,
  async (deps, payload) => {
    const payment = await findPaymentToClose(deps.db, payload.paymentId)
    if (payment) await cancelCharge(deps, { ...payload, provider: payment.provider })
  },
  { timeLimitMs: CLOSING_MS },
)
