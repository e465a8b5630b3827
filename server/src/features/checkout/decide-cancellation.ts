import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { audit } from '#server/lib/audit.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { CANCELLED } from '../event/manage/domain/status.ts'
import { moneyOf } from '../payment/domain/settlement.ts'
import type { lockPaymentsOf } from '../payment/queries.ts'
import { moveRefund } from '../payment/refunds/move-refund.ts'
import { listRequested } from '../payment/refunds/queries.ts'
import { paidOf } from '../registration/domain/paid-of.ts'
import { cancelAndRefund } from './cancel-my-registration.ts'

interface Decision {
  payments: Awaited<ReturnType<typeof lockPaymentsOf>>
  approves: boolean
  /** Why it is refused: the runner reads it. */
  note: string
  at: Date
  actorUserId: number
  ip: string
  provider: string
}

/**
 * Decides on what a runner asked for by cancelling a paid registration: approved, it is cancelled and refunded as they were told; refused,
 * it stands. The caller holds the locks of the registration and its `payments`. Throws 409 when nothing waits, or the payment is disputed.
 */
export async function decideCancellation(
  tx: Tx,
  registration: { id: number; event_id: number; status: number; timezone: string; event_status: number },
  { payments, approves, note, ...cause }: Decision,
): Promise<void> {
  const { id, event_id: eventId, status, event_status: eventStatus } = registration
  const { at, actorUserId, ip } = cause
  const requested = await listRequested(tx, [id])
  const [first] = requested
  if (!first) throw new AppError('state_changed')
  if (approves) {
    const { paidCents, isDisputed } = paidOf(moneyOf(id, payments), registration.timezone)
    if (isDisputed) throw new AppError('payment_disputed')
    const refundCents = requested.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    await cancelAndRefund(tx, registration, {
      ...cause,
      reason: 'participant',
      refund: { reason: 'policy', askedBy: first.asked_by_user_id, approvedBy: actorUserId },
      // Of a cancelled event everything goes back.
      keptCents:
        status === REGISTRATION_STATUS.cancelled || eventStatus === CANCELLED
          ? 0
          : Math.max(0, paidCents - refundCents),
    })
    return
  }
  for (const request of requested)
    await moveRefund(tx, request, 'refused', { note }, { at, source: 'person', actorUserId })
  await audit(tx, {
    at,
    actorUserId,
    action: 'cancellation.refused',
    entity: 'registration',
    entityId: id,
    eventId,
    after: { note },
    ip,
  })
}
