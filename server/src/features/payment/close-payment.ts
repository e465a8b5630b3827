import { isOpen, isPaid } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { cancelCharge } from './cancel-charge.ts'
import { CLOSE_JOB } from './close-later.ts'
import { findClosing, markClosed } from './queries.ts'

/** A gateway may still be making a charge that we stopped waiting for: before this has passed nothing is closed for good. */
const LATE_CHARGE_MS = 10 * 60_000

/**
 * - `closed`: nothing of it can be paid.
 * - `paid`: it was paid meanwhile, which is applied.
 * - `kept`: the gateway keeps a charge open, in analysis say.
 * - `claimed`: somebody is making its charge at this moment.
 */
export type Closing = 'closed' | 'paid' | 'kept' | 'claimed'

/**
 * Ends a payment at the gateway: whatever carries its reference is cancelled, whether its charge is known here or not. Harmless when
 * repeated.
 */
export async function closePayment(deps: Deps, paymentId: number): Promise<Closing> {
  const at = deps.clock.now()
  const payment = await findClosing(deps.db, paymentId)
  if (!payment) return 'closed'
  if (payment.charge_claimed_until && payment.charge_claimed_until > at) return 'claimed'

  const charges = await deps.gateway.findCharges(payment.external_reference)
  const chargeIds = charges.filter(({ status }) => isOpen(status) || isPaid(status)).map(({ id }) => id)
  if (payment.charge_id && !charges.some(({ id }) => id === payment.charge_id))
    chargeIds.push(payment.charge_id)
  const left: number[] = []
  for (const chargeId of chargeIds) {
    const charge = await cancelCharge(deps, { paymentId, chargeId })
    if (charge) left.push(charge.status)
  }
  if (left.some(isOpen)) return 'kept'
  await closeForGood(deps.db, paymentId, at)
  return left.some(isPaid) ? 'paid' : 'closed'
}

/** Of a payment that is over and whose charges were all cancelled at `at`: the half-hourly round need not look any more. */
export const closeForGood = (db: Db, paymentId: number, at: Date): Promise<void> =>
  markClosed(db, paymentId, { at, claimsBefore: new Date(at.getTime() - LATE_CHARGE_MS) })

export const closePaymentJob = defineMoneyJob(
  CLOSE_JOB.name,
  CLOSE_JOB.payload,
  async (deps, { paymentId }) => {
    const closing = await closePayment(deps, paymentId)
    if (closing === 'claimed') throw new Error('the charge is being made')
    if (closing === 'kept') throw new Error('the gateway keeps the charge open')
  },
)
