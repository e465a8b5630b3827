import { canCancel } from '#contract/can-cancel.ts'
import { dayIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { cancelPayments } from '../payment/cancel-payments.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { releaseRegistrations } from '../registration/queries.ts'
import { registrationCancelledJob } from './emails/registration-cancelled.ts'
import { lockReachedRegistration } from './queries.ts'

interface Cancellation {
  caller: Caller
  registrationId: number
  ip: string
}

/**
 * Cancels a registration for an organizer, under the rule by which the screen offers it (`canCancel`; 409 otherwise). Releases its spot at
 * once, cancels its open charges at the gateway afterwards and tells its buyer.
 */
export async function cancelRegistration(
  deps: Deps,
  { caller, registrationId, ip }: Cancellation,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [registrationId])
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    const cancellable = canCancel({
      status: registration.status,
      hasPayment: Boolean(registration.has_payment),
      registrationEndsOn: registration.registration_ends_on,
      today: dayIn(registration.timezone, at),
    })
    if (!cancellable) throw new AppError('cannot_cancel')

    await cancelPayments(tx, [registrationId], { at, actorUserId: caller.userId, reason: 'organizer' })
    // A registration without an open payment, such as a free one, is not released by cancelPayments.
    await releaseRegistrations(tx, [registrationId], 'organizer', at)
    await addJob(tx, registrationCancelledJob, { registrationId })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'registration.cancelled',
      entity: 'registration',
      entityId: registrationId,
      eventId: registration.event_id,
      before: { status: registration.status },
      after: { status: REGISTRATION_STATUS.cancelled },
      ip,
    })
  })
}
