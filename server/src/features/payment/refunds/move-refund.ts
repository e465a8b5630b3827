import { REFUND_OBSTACLES, type RefundObstacle, type RefundStatus } from '#contract/payment/refund.ts'
import {
  paymentRefunded,
  refundApproved,
  refundRefused,
  refundSent,
  refundStopped,
} from '#server/features/outbox/domain-events.ts'
import type { Tx } from '#server/lib/db.ts'
import { publish } from '#server/lib/outbox.ts'
import { mayBecome } from '../domain/refund-transitions.ts'
import { type Cause, writeLedger } from '../queries/payments.ts'
import { type RefundChanges, type StoredRefund, updateRefund } from './queries.ts'

type RecordedRefund = Pick<
  StoredRefund,
  'id' | 'payment_id' | 'registration_id' | 'amount_cents' | 'interest_cents' | 'reason'
>

/** Returns false when the transition is not in the table. The caller has locked the payment. */
export async function moveRefund(
  tx: Tx,
  refund: RecordedRefund & { status: RefundStatus },
  to: RefundStatus,
  changes: Omit<RefundChanges, 'status' | 'obstacle'> & { obstacle?: RefundObstacle },
  cause: Cause,
): Promise<boolean> {
  if (!mayBecome(refund.status, to)) return false
  await updateRefund(tx, refund.id, {
    ...changes,
    status: to,
    ...stopped(to === 'needs_person' ? (changes.obstacle ?? 'refused') : null, cause.at),
    ...(to === 'done' && { done_at: changes.done_at ?? cause.at }),
  })
  await recordRefund(tx, refund, to, cause)
  return true
}

/** The columns that say why the gateway does not make a refund; null: it may make it. */
export const stopped = (obstacle: RefundObstacle | null, at: Date) => ({
  obstacle,
  pix_asked_at: obstacle && REFUND_OBSTACLES[obstacle].asksPixKey ? at : null,
})

/** Writes the ledger row and publishes the event of a refund that is now `to`; a new one has no `status`. */
export async function recordRefund(
  tx: Tx,
  refund: RecordedRefund & { status: RefundStatus | null },
  to: RefundStatus,
  cause: Cause,
): Promise<void> {
  const { id: refundId, payment_id: paymentId, registration_id: registrationId } = refund
  await writeLedger(tx, {
    ...cause,
    paymentId,
    kind: `refund_${to}`,
    detail: {
      refundId,
      registrationId,
      amountCents: refund.amount_cents,
      ...(refund.interest_cents > 0 && { interestCents: refund.interest_cents }),
      reason: refund.reason,
      from: refund.status,
      to,
    },
  })
  const event = EVENTS[to]
  if (event) await publish(tx, event, [{ refundId, paymentId, registrationId }], cause.at)
}

const EVENTS: Partial<Record<RefundStatus, typeof refundApproved>> = {
  approved: refundApproved,
  sent: refundSent,
  refused: refundRefused,
  needs_person: refundStopped,
  done: paymentRefunded,
}
