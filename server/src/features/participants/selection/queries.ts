import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

/** Lists which of the registrations belong to the event. */
export const listIdsOfEvent = async (db: Db, eventId: number, ids: readonly number[]): Promise<number[]> => {
  const found = await db
    .selectFrom('registrations')
    .where('event_id', '=', eventId)
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .select('id')
    .execute()
  return found.map(({ id }) => id)
}
