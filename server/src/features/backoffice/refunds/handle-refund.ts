import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { mayBeRefused, type RefundObstacle, type RefundStatus } from '#contract/payment/refund.ts'
import type { Deps } from '#server/deps.ts'
import { enterpriseOf } from '#server/features/fees/policy.ts'
import { decideCancellation } from '#server/features/my-registrations/cancel/decide-cancellation.ts'
import { refundStopped } from '#server/features/outbox/domain-events.ts'
import { lockReachedRegistration } from '#server/features/participants/queries.ts'
import { lockPayment, lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { moveRefund } from '#server/features/payment/refunds/move-refund.ts'
import {
  findRefund,
  type RefundChanges,
  type StoredRefund,
  updateRefund,
} from '#server/features/payment/refunds/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { publish } from '#server/lib/outbox.ts'
import { findHandled } from './queries.ts'

/** The statuses in which an action is allowed, and the resulting one. */
const ACTIONS = {
  approve: { from: ['requested'], to: 'approved', audited: 'approved' },
  refuse: { from: ['requested', 'needs_person'], to: 'refused', audited: 'refused' },
  retry: { from: ['needs_person'], to: 'approved', audited: 'retried' },
  done: { from: ['needs_person'], to: 'done', audited: 'completed' },
  askPixKey: { from: ['needs_person'], to: 'needs_person', audited: 'key_asked' },
} as const satisfies Record<string, { from: readonly RefundStatus[]; to: RefundStatus; audited: string }>
export type RefundAction = keyof typeof ACTIONS

interface Handling {
  caller: Caller
  refundId: number
  action: RefundAction
  note: string
  ip: string
}

/** Null for Admin, who handles all. */
export const handledEnterprise = (caller: Caller): number | null =>
  hasRole(caller, 'Admin') ? null : enterpriseOf(caller)

/**
 * Throws 404 for another enterprise's refund, 409 when its status does not allow the action, or when the law
 * does not allow refusing it.
 */
export async function handleRefund(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { caller, refundId, action, note, ip }: Handling,
): Promise<void> {
  const at = deps.clock.now()
  const { userId } = caller
  await transaction(deps.db, async (tx) => {
    const known = await findHandled(tx, refundId, handledEnterprise(caller))
    if (!known) throw new AppError('not_found')
    if (action === 'refuse' && !mayBeRefused(known.reason, known.event_status === EVENT_STATUS.cancelled))
      throw new AppError('state_changed', {
        message: 'A lei obriga a fazer esta devolução, e por isso ela não pode ser recusada.',
      })
    // A cancellation by the event's policy: the decision also cancels the registration, or leaves it.
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
    const { from, to, audited } = ACTIONS[action]
    if (!refund || !(from as readonly RefundStatus[]).includes(refund.status))
      throw new AppError('state_changed')
    const noted = { note: note || refund.note }
    if (action === 'askPixKey') await askPixKey(tx, refund, { ...noted, at })
    else {
      // The file may be at the bank: the gateway must not pay the same refund.
      if (action === 'retry' && refund.exported_at !== null)
        throw new AppError('state_changed', {
          message:
            'Esta devolução está num arquivo para o banco. Se o banco não a fez, peça outra chave Pix.',
        })
      const changes: Omit<RefundChanges, 'status' | 'obstacle'> = {
        ...noted,
        ...(to === 'approved' && { approved_by_user_id: userId, approved_at: at, failure_reason: null }),
      }
      await moveRefund(tx, refund, to, changes, { at, source: 'person', actorUserId: userId })
    }
    await audit(tx, {
      at,
      actorUserId: userId,
      action: `refund.${audited}`,
      entityId: refundId,
      eventId: known.event_id,
      before: { status: refund.status },
      after: { status: to, ...(note && { note }) },
      ip,
    })
  })
}

/**
 * Refunds with these obstacles are not paid by the bank: the operator must authorize them at the gateway, or
 * the organizer has the money.
 */
const NOT_BY_BANK: readonly (RefundObstacle | null)[] = ['unauthorized', 'cash']

/** Also forgets a key that the bank did not accept, so that the refund can be exported again. */
async function askPixKey(
  tx: Tx,
  refund: StoredRefund,
  { note, at }: { note: string | null; at: Date },
): Promise<void> {
  if (NOT_BY_BANK.includes(refund.obstacle))
    throw new AppError('state_changed', { message: 'Esta devolução não é feita por Pix pela nossa equipe.' })
  const { id: refundId, payment_id: paymentId, registration_id: registrationId } = refund
  await updateRefund(tx, refundId, {
    note,
    pix_asked_at: at,
    pix_key: null,
    pix_key_at: null,
    exported_at: null,
    told_status: null,
  })
  await publish(tx, refundStopped, [{ refundId, paymentId, registrationId }], at)
}

/** Handles each refund in a transaction of its own. Those that cannot be handled are skipped. */
export async function handleRefunds(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { refundIds, ...handling }: Omit<Handling, 'refundId'> & { refundIds: readonly number[] },
): Promise<{ handled: number; skipped: number }> {
  let handled = 0
  for (const refundId of new Set(refundIds))
    try {
      await handleRefund(deps, { ...handling, refundId })
      handled += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return { handled, skipped: refundIds.length - handled }
}
