import { type SelectQueryBuilder, sql } from 'kysely'
import { SECURITY_ACTIONS } from '#contract/security-events.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { countToLimit, limitedPage } from '../queries.ts'

interface AuditFilter {
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

const filteredAudit = (
  db: Db,
  { actorIds, action, entity, entity_id, event_id, from, until }: AuditFilter,
) => {
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
export function listAudit(db: Db, filter: AuditFilter, page: { page: number; per_page: number }) {
  const { offset, limit } = limitedPage(page)
  return filteredAudit(db, filter)
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

export const countAudit = (db: Db, filter: AuditFilter): Promise<number> =>
  countToLimit(db, filteredAudit(db, filter) as SelectQueryBuilder<DB, 'audit_log', object>)

const MOST_ACTORS = 200

/** Whose name or e-mail holds these words. */
export async function findActorIds(db: Db, patterns: readonly string[]): Promise<number[]> {
  let query = db.selectFrom('users').select('id')
  for (const pattern of patterns) query = query.where('users.words', 'like', pattern)
  const rows = await query.limit(MOST_ACTORS).execute()
  return rows.map((row) => row.id)
}

/** A row of one of the two logs, and where the list goes on after it. */
export interface Position {
  at: Date
  id: number
}

export interface SecurityFilter {
  /** Null: all. */
  kinds: readonly string[] | null
  /** Null: anybody's. */
  accountIds: readonly number[] | null
  /** An address or a network. */
  ip: string | undefined
  from: Date | null
  /** Before it. */
  until: Date | null
}

const anyOf = (ids: readonly number[]) => sql<number>`any (${ids}::bigint[])`
const within = (network: string) => sql<boolean>`ip <<= ${network}::inet`
const after = ({ at, id }: Position) => sql<boolean>`(at, id) < (${at}::timestamptz, ${id}::bigint)`

export interface Entry extends Position {
  kind: string
  user_id: number | null
  actor_user_id: number | null
  ip: string | null
  times: number
  detail: unknown
  entity: string | null
  entity_id: number | null
}

/** What is told in the security log alone, the newest first. */
export async function listEvents(
  db: Db,
  { kinds, accountIds, ip, from, until }: SecurityFilter,
  position: Position | null,
  limit: number,
): Promise<Entry[]> {
  if (kinds?.length === 0) return []
  let query = db
    .selectFrom('security_events')
    .select(['at', 'id', 'kind', 'user_id', 'ip', 'times', 'detail'])
  if (kinds) query = query.where('kind', 'in', [...kinds])
  if (accountIds) query = query.where('user_id', '=', anyOf(accountIds))
  if (ip) query = query.where(within(ip))
  if (from) query = query.where('at', '>=', from)
  if (until) query = query.where('at', '<', until)
  if (position) query = query.where(after(position))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, actor_user_id: null, entity: null, entity_id: null }))
}

/** The changes that the audit log holds, as far as they are about accounts and access, the newest first. */
export async function listChanges(
  db: Db,
  { kinds, accountIds, ip, from, until }: SecurityFilter,
  position: Position | null,
  limit: number,
): Promise<Entry[]> {
  const actions = kinds ?? SECURITY_ACTIONS
  if (actions.length === 0) return []
  let query = db
    .selectFrom('audit_log')
    .select(['at', 'id', 'action as kind', 'actor_user_id', 'ip', 'entity', 'entity_id'])
    .select(sql<number | null>`case when entity = 'user' then entity_id else actor_user_id end`.as('user_id'))
    // Written out: the index is of these actions.
    .where(sql<boolean>`action in (${sql.join(actions.map((action) => sql.lit(action)))})`)
  if (accountIds) {
    const ids = anyOf(accountIds)
    query = query.where((eb) =>
      eb.or([eb('actor_user_id', '=', ids), eb.and([eb('entity', '=', 'user'), eb('entity_id', '=', ids)])]),
    )
  }
  if (ip) query = query.where(within(ip))
  if (from) query = query.where('at', '>=', from)
  if (until) query = query.where('at', '<', until)
  if (position) query = query.where(after(position))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, times: 1, detail: null }))
}

interface Named {
  id: number
  name: string
  has_second_factor: boolean
}

export async function listNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Named>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', sql<boolean>`second_factor_at is not null`.as('has_second_factor')])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
