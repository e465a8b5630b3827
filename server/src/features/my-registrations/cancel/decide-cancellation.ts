import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import type { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { moveRefund } from '#server/features/payment/refunds/move-refund.ts'
import { listRequested } from '#server/features/payment/refunds/queries.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { audit } from '#server/lib/audit.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { cancelAndRefund } from './cancel-my-registration.ts'

interface Decision {
  payments: Awaited<ReturnType<typeof lockPaymentsOf>>
  approves: boolean
  /** The reason for a refusal, shown to the runner. */
  note: string
  at: Date
  actorUserId: number
  ip: string
  provider: string
}

/**
 * Decides on a runner's request to cancel a paid registration, which the caller has locked with its
 * `payments`. Throws 409 when no request is waiting, or the payment is disputed.
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
      // A cancelled event is refunded completely.
      keptCents:
        status === REGISTRATION_STATUS.cancelled || eventStatus === EVENT_STATUS.cancelled
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
