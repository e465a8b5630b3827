import type { ManagedWaitingRoom } from '#contract/checkout/waiting-room.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { findRoom, markRoom } from './queries.ts'

interface EventRequest {
  caller: Caller
  eventId: number
}

export async function readManagedRoom(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId }: EventRequest,
): Promise<ManagedWaitingRoom> {
  await getAccessibleEvent(db, caller, eventId)
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

/** Opens the room until it is switched off, or switches it off. */
export async function markWaitingRoom(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, isMarked, ip }: EventRequest & { isMarked: boolean; ip: string },
): Promise<ManagedWaitingRoom> {
  await getAccessibleEvent(deps.db, caller, eventId)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await markRoom(tx, eventId, isMarked, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.waiting_room_changed',
      entityId: eventId,
      after: { 'Sala de espera': isMarked ? 'Sempre' : 'Quando precisar' },
      ip,
    })
  })
  return readManagedRoom(deps, { caller, eventId })
}
