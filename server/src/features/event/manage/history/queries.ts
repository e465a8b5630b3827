import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

/** What people did to an event itself, not to its registrations: those are others' to see. */
export const listHistory = (
  db: Db,
  eventId: number,
  { page, per_page }: { page: number; per_page: number },
) =>
  history(db, eventId)
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'users.name as actor',
      sql<Record<string, unknown> | null>`audit_log.before`.as('before'),
      sql<Record<string, unknown> | null>`audit_log.after`.as('after'),
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countHistory(db: Db, eventId: number): Promise<number> {
  const { count } = await history(db, eventId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const history = (db: Db, eventId: number) =>
  db.selectFrom('audit_log').where('audit_log.event_id', '=', eventId).where('audit_log.entity', '=', 'event')
