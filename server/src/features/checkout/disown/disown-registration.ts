import { isPaid, PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { cancelPayments } from '../../payment/cancel-payments.ts'
import { lockPaymentsOf } from '../../payment/queries.ts'
import { releaseRegistrations } from '../../registration/queries.ts'
import { findLink, lockDisowned, markDisowned } from './queries.ts'
import { registrationDisownedJob } from './registration-disowned.ts'

/** `released`: the registration is no more. `reported`: money was paid for it, so the organizer decides. */
export type Disownment = 'released' | 'reported'

/**
 * Whom a registration names says, by the link they were sent, that it is not theirs. What nobody has paid for is cancelled; what
 * was paid for stands and is told to the organizer. Once: the same link again answers the same. Throws `token_invalid`.
 */
export async function disownRegistration(
  deps: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<Disownment> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const link = await findLink(tx, hashToken(token))
    if (!link || link.expires_at <= at) throw new AppError('token_invalid')
    const { registration_id: registrationId } = link
    // Registration, payments, stock levels: everybody's lock order (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const registration = await lockDisowned(tx, registrationId)
    if (registration.status === REGISTRATION_STATUS.cancelled) return 'released'
    if (registration.disowned_at) return 'reported'

    const disownment = payments.some(({ status }) => hasMoney(status)) ? 'reported' : 'released'
    await markDisowned(tx, registrationId, at)
    if (disownment === 'released') {
      await cancelPayments(tx, [registrationId], { at, actorUserId: null, reason: 'disowned' })
      // What has no open payment, a free registration above all, is not released by one.
      await releaseRegistrations(tx, [registrationId], 'disowned', at)
    }
    await audit(tx, {
      at,
      actorUserId: null,
      action: 'registration.disowned',
      entity: 'registration',
      entityId: registrationId,
      eventId: registration.event_id,
      before: { status: registration.status },
      after: {
        status: disownment === 'released' ? REGISTRATION_STATUS.cancelled : registration.status,
      },
      ip,
    })
    await addJob(tx, registrationDisownedJob, { registrationId, disownment })
    return disownment
  })
}

/** Paid, disputed, or under analysis. */
const hasMoney = (status: number): boolean =>
  isPaid(status) || status === PAYMENT_STATUS.reversed || status === PAYMENT_STATUS.awaiting
