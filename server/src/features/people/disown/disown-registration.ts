import { isPaid, PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { registrationDisowned } from '#server/features/outbox/domain-events.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { publish } from '#server/lib/outbox.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { findLink, lockDisowned, markDisowned } from './queries.ts'

/** `reported`: it was paid for, so it stays active and the organizer was notified. */
export type Disownment = 'released' | 'reported'

/**
 * Handles a participant's statement, through the link in their e-mail, that they do not know the registration
 * made in their name. Idempotent. Throws `token_invalid`.
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
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const registration = await lockDisowned(tx, registrationId)
    if (registration.status === REGISTRATION_STATUS.cancelled) return 'released'
    if (registration.disowned_at) return 'reported'

    const hasPaid = payments.some(
      ({ status, items }) => hasMoney(status) && items.some((item) => item.registrationId === registrationId),
    )
    const disownment = hasPaid ? 'reported' : 'released'
    await markDisowned(tx, registrationId, at)
    if (disownment === 'released')
      await cancelRegistrations(tx, [registrationId], {
        at,
        actorUserId: null,
        reason: 'disowned',
        provider: deps.gateway.provider,
      })
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
    await publish(tx, registrationDisowned, [{ registrationId, disownment }], at)
    return disownment
  })
}

/** Paid, disputed or in analysis. */
const hasMoney = (status: number): boolean =>
  isPaid(status) || status === PAYMENT_STATUS.reversed || status === PAYMENT_STATUS.awaiting
