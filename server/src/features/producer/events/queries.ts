import { inScope } from '#server/features/event/access/queries.ts'
import type { EventScope } from '#server/features/event/access/scope.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'

/** Whether a realizador is linked to an event outside the caller's scope. */
export async function hasEventOutside(tx: Tx, scope: EventScope, producerId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('events')
    .innerJoin('event_producers as link', 'link.event_id', 'events.id')
    .select('events.id')
    .where('link.organizer_id', '=', producerId)
    .where((eb) => eb.not(inScope(scope)(eb)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false when the link already exists. */
export async function insertLink(
  tx: Tx,
  { userId }: Caller,
  { eventId, organizerId, at }: { eventId: number; organizerId: number; at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('event_producers')
    .values({ event_id: eventId, organizer_id: organizerId, linked_by: userId, linked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false when there is no link. */
export async function deleteLink(tx: Tx, eventId: number, organizerId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('event_producers')
    .where('event_id', '=', eventId)
    .where('organizer_id', '=', organizerId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
