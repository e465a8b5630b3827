import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { countToLimit, limitedPage } from '../queries.ts'

interface Filter {
  /** Ids of those who acted; null: anybody. */
  actorIds: readonly number[] | null
  action?: string | undefined
  entity?: string | undefined
  entity_id?: number | undefined
  event_id?: number | undefined
  from: Date | null
  /** Before it. */
  until: Date | null
}

const filtered = (db: Db, { actorIds, action, entity, entity_id, event_id, from, until }: Filter) => {
  let query = db.selectFrom('audit_log')
  if (actorIds) query = query.where('audit_log.actor_user_id', '=', sql<number>`any (${actorIds}::bigint[])`)
  if (action) query = query.where('audit_log.action', '=', action)
  // Said so that the index without them is of use.
  if (action && action !== 'order.created')
    query = query.where('audit_log.action', '<>', sql.lit('order.created'))
  if (entity) query = query.where('audit_log.entity', '=', entity)
  if (entity_id) query = query.where('audit_log.entity_id', '=', entity_id)
  if (event_id) query = query.where('audit_log.event_id', '=', event_id)
  if (from) query = query.where('audit_log.at', '>=', from)
  if (until) query = query.where('audit_log.at', '<', until)
  return query
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number]

/** The newest first. */
export function listAudit(db: Db, filter: Filter, page: { page: number; per_page: number }) {
  const { offset, limit } = limitedPage(page)
  return filtered(db, filter)
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .leftJoin('events', 'events.id', 'audit_log.event_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_user_id',
      'users.name as actor',
      'audit_log.action',
      'audit_log.entity',
      'audit_log.entity_id',
      'audit_log.event_id',
      'events.title as event',
      'audit_log.before',
      'audit_log.after',
      'audit_log.ip',
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countAudit = (db: Db, filter: Filter): Promise<number> =>
  countToLimit(db, filtered(db, filter) as SelectQueryBuilder<DB, 'audit_log', object>)

const MOST_ACTORS = 200

/** Whose name or e-mail holds these words. */
export async function findActorIds(db: Db, patterns: readonly string[]): Promise<number[]> {
  let query = db.selectFrom('users').select('id')
  for (const pattern of patterns) query = query.where('users.words', 'like', pattern)
  const rows = await query.limit(MOST_ACTORS).execute()
  return rows.map((row) => row.id)
}
