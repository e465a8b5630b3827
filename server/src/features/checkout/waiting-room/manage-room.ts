import type { ManagedWaitingRoom } from '#contract/waiting-room.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { findRoom, markRoom } from './queries.ts'

interface Asked {
  caller: Caller
  eventId: number
}

/** Throws 404 for an event out of the caller's reach. */
export async function readManagedRoom(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId }: Asked,
): Promise<ManagedWaitingRoom> {
  await getReachedEvent(db, caller, eventId)
  const room = await findRoom(db, eventId, clock.now())
  const [issued, admitted] = [room?.issued ?? 0, room?.admitted ?? 0]
  return {
    is_marked: room?.is_marked ?? false,
    is_open: room?.is_open ?? false,
    waiting: Math.max(0, issued - admitted),
    admitted: Math.min(issued, admitted),
    per_minute: Math.round(room?.per_minute ?? 0),
  }
}

/** Opens the room until it is switched off. Throws 404 for an event out of the caller's reach. */
export async function markWaitingRoom(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, isMarked, ip }: Asked & { isMarked: boolean; ip: string },
): Promise<ManagedWaitingRoom> {
  await getReachedEvent(deps.db, caller, eventId)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await markRoom(tx, eventId, isMarked, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.waiting_room_changed',
      entity: 'event',
      entityId: eventId,
      eventId,
      after: { 'Sala de espera': isMarked ? 'Sempre' : 'Quando precisar' },
      ip,
    })
  })
  return readManagedRoom(deps, { caller, eventId })
}
