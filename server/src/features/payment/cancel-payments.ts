import { isOpen, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import type { CancelReason } from '../registration/queries.ts'
import { closeLater } from './follow-up-jobs.ts'
import { movePayment } from './move-payment.ts'
import { lockPaymentsOf } from './queries.ts'

/**
 * Cancels the open and failed payments of these registrations, which releases the registrations; jobs cancel the charges at the
 * gateway afterwards. Paid payments and what they cover stay as they are.
 */
export async function cancelPayments(
  tx: Tx,
  registrationIds: readonly number[],
  { at, actorUserId, reason }: { at: Date; actorUserId: number | null; reason: CancelReason },
): Promise<void> {
  for (const payment of await lockPaymentsOf(tx, registrationIds)) {
    if (!isOpen(payment.status) && payment.status !== PAYMENT_STATUS.failed) continue
    await movePayment(tx, payment.id, {
      target: PAYMENT_STATUS.cancelled,
      kind: 'cancelled',
      source: actorUserId === null ? 'system' : 'person',
      at,
      actorUserId,
      releaseReason: reason,
    })
    await closeLater(tx, payment)
  }
}
