import { isOpen, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import type { CancelReason } from '../registration/queries.ts'
import { closeLater } from './close-later.ts'
import { movePayment } from './move-payment.ts'
import { lockPaymentsOf } from './queries.ts'

/**
 * Cancels what is still open of these registrations' payments, and with it releases the registrations; the charges are
 * cancelled at the gateway by jobs afterwards. What is paid stays paid.
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
