import { dayIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { staffCancellation } from '#contract/registration/can-cancel.ts'
import type { Deps } from '#server/deps.ts'
import {
  cancelAndRefund,
  cancelLocked,
} from '#server/features/my-registrations/cancel/cancel-my-registration.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockReachedRegistration } from './queries.ts'

interface Cancellation {
  caller: Caller
  registrationId: number
  refund: boolean
  note: string | null
  ip: string
}

/**
 * Cancels a registration for staff where `staffCancellation` allows it (409; 422 without a required reason).
 * With `refund`, also cancels and refunds a paid one. A repeated request gets the same result.
 */
export async function cancelRegistration(
  deps: Deps,
  { caller, registrationId, refund, note, ip }: Cancellation,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    // The answer of an earlier request was lost.
    if (registration.status === REGISTRATION_STATUS.cancelled && registration.cancel_reason === 'organizer')
      return
    const { userId: actorUserId } = caller
    const { provider } = deps.gateway
    const cancellation = { reason: 'organizer', note, at, actorUserId, ip, provider } as const
    const paid = paidOf(moneyOf(registrationId, payments), registration.timezone)
    if (refund && paid.paidCents > 0) {
      const allowed = staffCancellation({
        status: registration.status,
        hasPayment: registration.has_payment,
        refundableCents: paid.isDisputed ? 0 : paid.paidCents,
        registrationEndsOn: registration.registration_ends_on,
        today: dayIn(registration.timezone, at),
        isAdmin: hasRole(caller, 'Admin'),
      })
      if (!allowed) throw new AppError('cannot_cancel')
      if (allowed.needsReason && note === null) throw noReason()
      const decision = { reason: 'organizer', askedBy: actorUserId, approvedBy: actorUserId } as const
      await cancelAndRefund(tx, registration, { ...cancellation, refund: decision })
    } else await cancelLocked(tx, registration, cancellation)
  })
}

function noReason(): AppError {
  const message = 'Diga por que a inscrição é cancelada depois do fim das inscrições.'
  return new AppError('validation', { message, errors: { note: [message] } })
}
