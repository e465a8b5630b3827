import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { SECURITY_ACTIONS } from '#contract/account/security-events.ts'
import { PAYMENT_GATEWAYS } from '#server/gateway-config.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { countToLimit, type limitedPage } from '../../queries.ts'

interface Period {
  from: Date | null
  /** Exclusive. */
  until: Date | null
}

const anyOf = (ids: readonly number[]) => sql<number>`any (${ids}::bigint[])`
const all = (conditions: (RawBuilder<unknown> | null)[]) =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((condition) => condition !== null)], sql` and `)})`

const during = ({ from, until }: Period) => [
  from && sql`at >= ${from}::timestamptz`,
  until && sql`at < ${until}::timestamptz`,
]

const MAX_ACCOUNTS = 200

export async function findAccountIds(db: Db, patterns: readonly string[]): Promise<number[]> {
  let query = db.selectFrom('users').select('id')
  for (const pattern of patterns) query = query.where('users.words', 'like', pattern)
  const rows = await query.limit(MAX_ACCOUNTS).execute()
  return rows.map((row) => row.id)
}

// Audit log

interface AuditFilter extends Period {
  /** Null: any actor. */
  actorIds: readonly number[] | null
  action?: string | undefined
  entity?: string | undefined
  entity_id?: number | undefined
  event_id?: number | undefined
  charge?: string | undefined
}

/** SQL: entries about the charge's records. */
const ofCharge = (chargeId: string) => sql<boolean>`(audit_log.entity, audit_log.entity_id) in (
  with charged as materialized (
    select p.id, i.registration_id from payments p join payment_items i on i.payment_id = p.id
    where p.provider = any (${PAYMENT_GATEWAYS}::text[]) and p.charge_id = ${chargeId}
  )
  select 'registration', registration_id from charged
  union select 'order', r.order_id from charged join registrations r on r.id = charged.registration_id
  union select 'refund', f.id from charged join refunds f on f.payment_id = charged.id
  union select 'gateway_message', m.id from gateway_messages m
    where m.payload -> 'notice' ->> 'chargeId' = ${chargeId}
)`

const audit = (db: Db, filter: AuditFilter) => {
  const { actorIds, action, entity, entity_id, event_id, charge, ...period } = filter
  let query = db.selectFrom('audit_log').where(all(during(period)))
  if (actorIds) query = query.where('audit_log.actor_user_id', '=', anyOf(actorIds))
  if (action) query = query.where('audit_log.action', '=', action)
  // Lets the planner use the partial index, which excludes these rows.
  if (action && action !== 'order.created')
    query = query.where('audit_log.action', '<>', sql.lit('order.created'))
  if (entity) query = query.where('audit_log.entity', '=', entity)
  if (entity_id) query = query.where('audit_log.entity_id', '=', entity_id)
  if (event_id) query = query.where('audit_log.event_id', '=', event_id)
  if (charge) query = query.where(ofCharge(charge))
  return query
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number]

/** Newest first. */
export function listAudit(db: Db, filter: AuditFilter, { offset, limit }: ReturnType<typeof limitedPage>) {
  return audit(db, filter)
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
  countToLimit(db, audit(db, filter) as SelectQueryBuilder<DB, 'audit_log', object>)

// Security log

/** The last row of a page; the next page begins after it. */
export interface Position {
  at: Date
  id: number
}

export interface SecurityFilter extends Period {
  /** Null: all kinds. */
  kinds: readonly string[] | null
  /** Null: all accounts. */
  accountIds: readonly number[] | null
  /** An address or a network. */
  ip: string | undefined
}

const matching = ({ ip, ...period }: SecurityFilter, after: Position | null) =>
  all([
    ...during(period),
    ip ? sql`ip <<= ${ip}::inet` : null,
    after && sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`,
  ])

export interface SecurityEntry extends Position {
  kind: string
  user_id: number | null
  actor_user_id: number | null
  ip: string | null
  times: number
  detail: unknown
  entity: string | null
  entity_id: number | null
}

/** Newest first. */
export async function listEvents(
  db: Db,
  filter: SecurityFilter,
  after: Position | null,
  limit: number,
): Promise<SecurityEntry[]> {
  const { kinds, accountIds } = filter
  if (kinds?.length === 0) return []
  let query = db
    .selectFrom('security_events')
    .select(['at', 'id', 'kind', 'user_id', 'ip', 'times', 'detail'])
    .where(matching(filter, after))
  if (kinds) query = query.where('kind', 'in', [...kinds])
  if (accountIds) query = query.where('user_id', '=', anyOf(accountIds))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, actor_user_id: null, entity: null, entity_id: null }))
}

/** Changes of accounts and access, newest first. */
export async function listChanges(
  db: Db,
  filter: SecurityFilter,
  after: Position | null,
  limit: number,
): Promise<SecurityEntry[]> {
  const actions = filter.kinds ?? SECURITY_ACTIONS
  if (actions.length === 0) return []
  let query = db
    .selectFrom('audit_log')
    .select(['at', 'id', 'action as kind', 'actor_user_id', 'ip', 'entity', 'entity_id'])
    .select(sql<number | null>`case when entity = 'user' then entity_id else actor_user_id end`.as('user_id'))
    // Literals, so that the planner can use the partial index on these actions.
    .where(sql<boolean>`action in (${sql.join(actions.map((action) => sql.lit(action)))})`)
    .where(matching(filter, after))
  if (filter.accountIds) {
    const ids = anyOf(filter.accountIds)
    query = query.where((eb) =>
      eb.or([eb('actor_user_id', '=', ids), eb.and([eb('entity', '=', 'user'), eb('entity_id', '=', ids)])]),
    )
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, times: 1, detail: null }))
}

interface NamedAccount {
  id: number
  name: string
  has_second_factor: boolean
}

export async function listNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, NamedAccount>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', sql<boolean>`second_factor_at is not null`.as('has_second_factor')])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
