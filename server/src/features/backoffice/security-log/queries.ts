import { sql } from 'kysely'
import { SECURITY_ACTIONS } from '#contract/security-events.ts'
import type { Db } from '#server/lib/db.ts'

/** A row of one of the two logs, and where the list goes on after it. */
export interface Place {
  at: Date
  id: number
}

export interface Filter {
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
const after = ({ at, id }: Place) => sql<boolean>`(at, id) < (${at}::timestamptz, ${id}::bigint)`

export interface Entry extends Place {
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
  { kinds, accountIds, ip, from, until }: Filter,
  place: Place | null,
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
  if (place) query = query.where(after(place))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, actor_user_id: null, entity: null, entity_id: null }))
}

/** The changes that the audit log holds, as far as they are about accounts and access, the newest first. */
export async function listChanges(
  db: Db,
  { kinds, accountIds, ip, from, until }: Filter,
  place: Place | null,
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
  if (place) query = query.where(after(place))
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
