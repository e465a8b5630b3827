import type { Db } from '#server/lib/db.ts'
import { refunds } from '../../registration/queries.ts'

/** Refunds with their registration, and who asked for them. */
export const refundsOfAll = (db: Db) =>
  refunds(db)
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .leftJoin('users as asked', 'asked.id', 'f.asked_by_user_id')
    .select(['f.registration_id', 'r.name as participant', 'asked.name as asked_by'])

interface Page {
  page: number
  per_page: number
}

/** Newest first. */
export const listEventRefunds = (db: Db, eventId: number, { page, per_page }: Page) =>
  refundsOfAll(db)
    .where('f.event_id', '=', eventId)
    .orderBy('f.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countEventRefunds(db: Db, eventId: number): Promise<number> {
  const { count } = await db
    .selectFrom('refunds')
    .where('event_id', '=', eventId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
