import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { rescheduleFailedMails } from './queries.ts'

interface Retry {
  caller: Caller
  eventId: number
  ip: string
}

/** Messages that are being sent at this moment are left alone. */
export function retryFailedMails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, ip }: Retry,
): Promise<number> {
  return transaction(db, async (tx) => {
    await getAccessibleEvent(tx, caller, eventId)
    const retried = await rescheduleFailedMails(tx, eventId)
    if (retried > 0)
      await audit(tx, {
        at: clock.now(),
        actorUserId: caller.userId,
        action: 'event.mails_retried',
        entityId: eventId,
        after: { Mensagens: String(retried) },
        ip,
      })
    return retried
  })
}
