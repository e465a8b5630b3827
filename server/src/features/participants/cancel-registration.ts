import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
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
 * Cancels a registration for an organizer, under the rule by which the screen offers it (`canCancel`; 409 otherwise). Releases its spot at
 * once, cancels its open charges at the gateway afterwards and tells its buyer. With `refund` also a paid one, whose money goes back.
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
      if (registration.status === REGISTRATION_STATUS.cancelled || paid.isDisputed)
        throw new AppError('cannot_cancel')
      const decision = { reason: 'organizer', askedBy: actorUserId, approvedBy: actorUserId } as const
      await cancelAndRefund(tx, registration, { ...cancellation, refund: decision })
    } else await cancelLocked(tx, registration, cancellation)
  })
}
