import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { lockProducer } from '../queries.ts'
import { requireFullReach } from '../require-full-reach.ts'
import { requireNotSuspended } from '../require-not-suspended.ts'
import { deleteLink, getReachedEvent, insertLink } from './queries.ts'

/** Links a realizador to an event, where their permissions then apply. Idempotent. */
export async function addToEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, eventId, ip }: { caller: Caller; producerId: number; eventId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const event = await getReachedEvent(tx, caller, eventId)
    await requireNotSuspended(tx, event.organizer_id)
    const producer = await lockProducer(tx, caller, producerId)
    // Only Admin and Empresa can get here: others see their own organizer's realizadores only.
    if (producer.parent_id !== event.organizer_id)
      throw invalidField('organizer_id', 'Este realizador não trabalha para o organizador deste evento.')
    await requireFullReach(tx, caller, producerId)
    if (!(await insertLink(tx, { eventId, organizerId: producerId, by: caller.userId, at }))) return
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.producer_added',
      entity: 'event',
      entityId: eventId,
      eventId,
      after: { realizador: producer.fantasy_name },
      ip,
    })
  })
}

/** Unlinks a realizador from an event, effective with their next request. */
export async function removeFromEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, eventId, ip }: { caller: Caller; producerId: number; eventId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await getReachedEvent(tx, caller, eventId)
    const producer = await lockProducer(tx, caller, producerId)
    await requireFullReach(tx, caller, producerId)
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
