import { staffCancellation } from '#contract/can-cancel.ts'
import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { cancelAndRefund, cancelLocked } from '../checkout/cancel-my-registration.ts'
import { moneyOf } from '../payment/domain/settlement.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { paidOf } from '../registration/domain/paid-of.ts'
import { lockReachedRegistration } from './queries.ts'

interface Cancellation {
  caller: Caller
  registrationId: number
  /** Also when it is paid: that is refunded. */
  refund: boolean
  /** Why, for the history. */
  note: string | null
  ip: string
}

/**
 * Cancels a registration for staff, under the rule by which the screen offers it (`staffCancellation`; 409 otherwise, 422 without a reason
 * that it asks for). Releases its spot at once, cancels its open charges at the gateway afterwards and tells its buyer. With `refund` also
 * a paid one, whose money goes back.
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
