import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { lockProducer } from '../queries.ts'
import { requireCover } from '../require-cover.ts'
import { deleteLink, getReachedEvent } from './queries.ts'

/** Takes an event away from a realizador, from their next request on. */
export async function removeFromEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, eventId, ip }: { caller: Caller; producerId: number; eventId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await getReachedEvent(tx, caller, eventId)
    const producer = await lockProducer(tx, caller, producerId)
    await requireCover(tx, caller, producerId)
    if (!(await deleteLink(tx, eventId, producerId))) return
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.producer_removed',
      entity: 'event',
      entityId: eventId,
      eventId,
      before: { realizador: producer.fantasy_name },
      ip,
    })
  })
}
