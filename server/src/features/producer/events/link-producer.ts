import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { requireNotSuspended } from '#server/features/organizer/require-not-suspended.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { lockProducer } from '../queries.ts'
import { requireFullScope } from '../require-full-scope.ts'
import { deleteLink, insertLink } from './queries.ts'

/** Idempotent. */
export async function addToEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, eventId, ip }: { caller: Caller; producerId: number; eventId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const event = await getAccessibleEvent(tx, caller, eventId)
    await requireNotSuspended(tx, event.organizer_id)
    const producer = await lockProducer(tx, caller, producerId)
    // Only Admin and Empresa can reach this: other callers see only realizadores of their own organizer.
    if (producer.parent_id !== event.organizer_id)
      throw invalidField('organizer_id', 'Este realizador não trabalha para o organizador deste evento.')
    await requireFullScope(tx, caller, producerId)
    if (!(await insertLink(tx, caller, { eventId, organizerId: producerId, at }))) return
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.producer_added',
      entityId: eventId,
      after: { realizador: producer.fantasy_name },
      ip,
    })
  })
}

/** Effective with their next request. */
export async function removeFromEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, eventId, ip }: { caller: Caller; producerId: number; eventId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await getAccessibleEvent(tx, caller, eventId)
    const producer = await lockProducer(tx, caller, producerId)
    await requireFullScope(tx, caller, producerId)
    if (!(await deleteLink(tx, eventId, producerId))) return
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.producer_removed',
      entityId: eventId,
      before: { realizador: producer.fantasy_name },
      ip,
    })
  })
}
