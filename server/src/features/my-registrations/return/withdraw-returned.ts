import { registrationCancelled } from '#server/features/outbox/domain-events.ts'
import { refundHeldMoney } from '#server/features/payment/held-refunds/refund-held-money.ts'
import { audit } from '#server/lib/audit.ts'
import type { Tx } from '#server/lib/db.ts'
import { publish } from '#server/lib/outbox.ts'
import { markWithdrawn } from './queries.ts'

interface Withdrawal {
  at: Date
  actorUserId: number
  ip: string
  provider: string
}

/**
 * Refunds everything that was paid for a returned place, by the right of withdrawal, without waiting for a buyer.
 * The caller has locked the registration and its payments.
 */
export async function withdrawReturned(
  tx: Tx,
  { id: registrationId, event_id: eventId }: { id: number; event_id: number },
  { at, actorUserId, ip, provider }: Withdrawal,
): Promise<void> {
  await markWithdrawn(tx, registrationId, at)
  await refundHeldMoney(tx, registrationId, { at, by: actorUserId, provider, whole: 'withdrawal' })
  await publish(tx, registrationCancelled, [{ registrationId, reason: 'participant', byPerson: true }], at)
  await audit(tx, {
    at,
    actorUserId,
    action: 'registration.cancelled',
    entityId: registrationId,
    eventId,
    ip,
  })
}
