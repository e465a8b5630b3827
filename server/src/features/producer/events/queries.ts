import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { type EventReach, eventReach } from '../policy.ts'

/** A condition for any query over `events`: those the caller may act on. */
export const withinReach =
  (reach: EventReach) =>
  (eb: ExpressionBuilder<DB, 'events'>): Expression<SqlBool> => {
    switch (reach.kind) {
      case 'all':
        return eb.lit(true)
      case 'none':
        return eb.lit(false)
      case 'enterprise':
        return eb('events.enterprise_id', '=', reach.enterpriseId)
      case 'own':
        return eb('events.organizer_id', '=', reach.organizerId)
      case 'linked':
        return eb.exists(
          eb
            .selectFrom('event_producers')
            .select('event_producers.event_id')
            .whereRef('event_producers.event_id', '=', 'events.id')
            .where('event_producers.organizer_id', '=', reach.organizerId),
        )
    }
  }

interface ReachedEvent {
  id: number
  title: string
  organizer_id: number
  enterprise_id: number
}

/** An event the caller may act on. Throws 404 for others and for unknown ones. */
export async function getReachedEvent(db: Db, caller: Caller, eventId: number): Promise<ReachedEvent> {
  const event = await db
    .selectFrom('events')
    .select(['id', 'title', 'organizer_id', 'enterprise_id'])
    .where('id', '=', eventId)
    .where(withinReach(eventReach(caller)))
    .executeTakeFirst()
  if (!event) throw new AppError('event_not_found')
  return event
}

/** Whether a realizador is linked to an event outside the caller's reach. */
export async function hasEventOutside(tx: Tx, reach: EventReach, producerId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('events')
    .innerJoin('event_producers as link', 'link.event_id', 'events.id')
    .select('events.id')
    .where('link.organizer_id', '=', producerId)
    .where((eb) => eb.not(withinReach(reach)(eb)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** False when already linked. */
export async function insertLink(
  tx: Tx,
  link: { eventId: number; organizerId: number; by: number; at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('event_producers')
    .values({
      event_id: link.eventId,
      organizer_id: link.organizerId,
      linked_by: link.by,
      linked_at: link.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False when not linked. */
export async function deleteLink(tx: Tx, eventId: number, organizerId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('event_producers')
    .where('event_id', '=', eventId)
    .where('organizer_id', '=', organizerId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
