import type { RefundStatus } from '#contract/refund.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { decideCancellation } from '../../checkout/decide-cancellation.ts'
import { enterpriseOf } from '../../fees/policy.ts'
import { lockReachedRegistration } from '../../participants/queries.ts'
import { lockPayment, lockPaymentsOf } from '../../payment/queries.ts'
import { moveRefund } from '../../payment/refunds/move-refund.ts'
import { findRefund, type RefundChanges } from '../../payment/refunds/queries.ts'
import { findHandled } from './queries.ts'

/** What a person may do with a refund: from which status to which. */
const ACTIONS = {
  approve: { from: ['requested'], to: 'approved' },
  refuse: { from: ['requested', 'needs_person'], to: 'refused' },
  retry: { from: ['needs_person'], to: 'approved' },
  done: { from: ['needs_person'], to: 'done' },
} as const satisfies Record<string, { from: readonly RefundStatus[]; to: RefundStatus }>
export type RefundAction = keyof typeof ACTIONS

interface Handling {
  caller: Caller
  refundId: number
  action: RefundAction
  note: string
  ip: string
}

/** Admin handles the refunds of all enterprises, Empresa those of its own. */
export const handledEnterprise = (caller: Caller): number | null =>
  hasRole(caller, 'Admin') ? null : enterpriseOf(caller)

/** Lets a person decide on a refund that waits for one. Throws 404 for another enterprise's, 409 when it does not wait for this. */
export async function handleRefund(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { caller, refundId, action, note, ip }: Handling,
): Promise<void> {
  const at = deps.clock.now()
  const { userId } = caller
  await transaction(deps.db, async (tx) => {
    const known = await findHandled(tx, refundId, handledEnterprise(caller))
    if (!known) throw new AppError('not_found')
    // A runner asked to cancel by the event's policy: deciding on it cancels the registration, or not.
    if (
      known.reason === 'policy' &&
      known.status === 'requested' &&
      (action === 'approve' || action === 'refuse')
    ) {
      const payments = await lockPaymentsOf(tx, [known.registration_id])
      const registration = await lockReachedRegistration(tx, caller, known.registration_id)
      const { provider } = deps.gateway
      const decision = {
        payments,
        approves: action === 'approve',
        note,
        at,
        actorUserId: userId,
        ip,
        provider,
      }
      return decideCancellation(tx, registration, decision)
    }
    await lockPayment(tx, known.payment_id)
    const refund = await findRefund(tx, refundId)
    const { from, to } = ACTIONS[action]
    if (!refund || !(from as readonly RefundStatus[]).includes(refund.status))
      throw new AppError('state_changed')
    const changes: RefundChanges = {
      note: note || refund.note,
      ...(to === 'approved' && { approved_by_user_id: userId, approved_at: at, failure_reason: null }),
    }
    await moveRefund(tx, refund, to, changes, { at, source: 'person', actorUserId: userId })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: `refund.${AUDITED[action]}`,
      entity: 'refund',
      entityId: refundId,
      eventId: known.event_id,
      before: { status: refund.status },
      after: { status: to, ...(note && { note }) },
      ip,
    })
  })
}

const AUDITED: Record<RefundAction, string> = {
  approve: 'approved',
  refuse: 'refused',
  retry: 'retried',
  done: 'completed',
}
