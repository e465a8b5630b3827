import type { RefundStatus } from '#contract/refund.ts'
import type { Tx } from '#server/lib/db.ts'
import { mayBecome } from '../domain/refund-transitions.ts'
import { tellRefundLater } from '../emails/refund-news.ts'
import { sendRefundLater } from '../follow-up-jobs.ts'
import { type LedgerRow, writeLedger } from '../queries.ts'
import { type RefundChanges, type StoredRefund, updateRefund } from './queries.ts'

interface Cause {
  at: Date
  source: LedgerRow['source']
  actorUserId?: number | null
  gatewayMessageId?: number | null
}

type RecordedRefund = Pick<
  StoredRefund,
  'id' | 'payment_id' | 'registration_id' | 'amount_cents' | 'interest_cents' | 'reason'
>

/**
 * Changes the status of a refund along its table, with its ledger row and the job or e-mail that follows; false when the table does not
 * allow it. The caller holds the lock of its payment.
 */
export async function moveRefund(
  tx: Tx,
  refund: RecordedRefund & { status: RefundStatus },
  to: RefundStatus,
  changes: Omit<RefundChanges, 'status'>,
  cause: Cause,
): Promise<boolean> {
  if (!mayBecome(refund.status, to)) return false
  await updateRefund(tx, refund.id, {
    ...changes,
    status: to,
    ...(to === 'done' && { done_at: changes.done_at ?? cause.at }),
  })
  await recordRefund(tx, refund, to, cause)
  await followUp(tx, refund.id, to, cause.at)
  return true
}

/** Writes the ledger row of a refund that is now `to`; `status` is null for a new one. */
export const recordRefund = (
  tx: Tx,
  refund: RecordedRefund & { status: RefundStatus | null },
  to: RefundStatus,
  { at, source, actorUserId = null, gatewayMessageId = null }: Cause,
): Promise<void> =>
  writeLedger(tx, {
    paymentId: refund.payment_id,
    at,
    kind: `refund_${to}`,
    // Refunds have statuses of their own.
    fromStatus: null,
    toStatus: null,
    applied: true,
    source,
    actorUserId,
    gatewayMessageId,
    detail: {
      refundId: refund.id,
      registrationId: refund.registration_id,
      amountCents: refund.amount_cents,
      ...(refund.interest_cents > 0 && { interestCents: refund.interest_cents }),
      reason: refund.reason,
      from: refund.status,
      to,
    },
  })

export async function followUp(tx: Tx, refundId: number, status: RefundStatus, at: Date): Promise<void> {
  if (status === 'approved') await sendRefundLater(tx, refundId)
  if (status === 'sent' || status === 'refused' || status === 'done') await tellRefundLater(tx, refundId, at)
}
