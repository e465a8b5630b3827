import { sql } from 'kysely'
import type { ORGANIZER_STATES } from '#contract/backoffice/organizers.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockAccounts } from '../../account/queries.ts'
import { BLOCKED, COMPANY_COLUMNS } from '../../producer/queries.ts'
import { personPatterns } from '../domain/search.ts'

interface Filter {
  search?: string | undefined
  state?: (typeof ORGANIZER_STATES)[number] | undefined
}

/** There are few organizers: no index is needed. */
const WORDS = sql<string>`searchable(concat_ws(' ', organizers.fantasy_name, organizers.corporate_reason,
  organizers.responsible, coalesce(users.invited_email, users.email), organizers.cnpj))`

const filtered = (db: Db, { search, state }: Filter) => {
  let query = db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .innerJoin('enterprises', 'enterprises.id', 'organizers.enterprise_id')
    .where('organizers.type', '=', 0)
  for (const pattern of personPatterns(search)) query = query.where(WORDS, 'like', pattern)
  if (state === 'suspended') query = query.where(BLOCKED.at, 'is not', null)
  if (state === 'active')
    query = query.where(BLOCKED.at, 'is', null).where('users.email_verified_at', 'is not', null)
  if (state === 'invited')
    query = query.where(BLOCKED.at, 'is', null).where('users.email_verified_at', 'is', null)
  return query
}

const COLUMNS = [...COMPANY_COLUMNS, 'organizers.created_at', 'enterprises.name as enterprise'] as const

const withCounts = (query: ReturnType<typeof filtered>) =>
  query.select([
    ...COLUMNS,
    sql<number>`(select count(*) from events e where e.organizer_id = organizers.id)`.as('events'),
    sql<number>`(select count(*) from events e where e.organizer_id = organizers.id and e.status = 1)`.as(
      'open_events',
    ),
    sql<number>`(select count(*) from organizers p where p.parent_id = organizers.id)`.as('producers'),
  ])

export type OrganizerRow = Awaited<ReturnType<typeof listOrganizers>>[number]

export const listOrganizers = (
  db: Db,
  { page, per_page, ...filter }: Filter & { page: number; per_page: number },
) =>
  withCounts(filtered(db, filter))
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countOrganizers(db: Db, filter: Filter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const notFound = () => new AppError('not_found', { message: 'Dados do organizador não encontrados.' })

export const getOrganizer = (db: Db, id: number): Promise<OrganizerRow> =>
  withCounts(filtered(db, {}).where('organizers.id', '=', id)).executeTakeFirstOrThrow(notFound)

/** Locks an organizer and its account. */
export const lockOrganizerAccount = (tx: Tx, id: number) =>
  filtered(tx, {})
    .where('organizers.id', '=', id)
    .select(COLUMNS)
    .forNoKeyUpdate(['organizers', 'users'])
    .executeTakeFirstOrThrow(notFound)

export async function hasEnterprise(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('enterprises').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** With its settings. Fails where anything else points at it: events, realizadores, payouts. */
export async function deleteOrganizerRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('organizer_fee_settings').where('organizer_id', '=', id).execute()
  await tx.deleteFrom('organizers').where('id', '=', id).execute()
}

// Suspending -------------------------------------------------------------------------------------------------------

/** Locks an organizer's open events, in id order as everywhere. */
export async function lockOpenEvents(tx: Tx, organizerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('events')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('status', '=', 1)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Locks the accounts of an organizer and its realizadores; returns when the organizer was suspended. Throws 404. */
export async function lockOrganization(
  tx: Tx,
  organizerId: number,
): Promise<{ userIds: number[]; suspendedAt: Date | null }> {
  const { user_id: own } = await getOrganizer(tx, organizerId)
  const members = await tx
    .selectFrom('organizers')
    .select('user_id')
    .where('parent_id', '=', organizerId)
    .execute()
  const accounts = await lockAccounts(tx, [own, ...members.map((member) => member.user_id)])
  return {
    userIds: accounts.map(({ id }) => id),
    // Read again, after the wait for the locks.
    suspendedAt: (await getOrganizer(tx, organizerId)).blocked_at,
  }
}

/** Blocks accounts that are not blocked yet and ends their sessions; of those with other roles only the role. */
export async function blockAccounts(
  tx: Tx,
  userIds: readonly number[],
  { at, reason }: { at: Date; reason: string | null },
): Promise<void> {
  const shared = tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('role', '<>', 'Organizador')
  await tx
    .updateTable('user_roles')
    .set({ blocked_at: at, blocked_reason: reason })
    .where('role', '=', 'Organizador')
    .where('user_id', 'in', shared)
    .where('blocked_at', 'is', null)
    .execute()
  await tx
    .updateTable('users')
    .set({ blocked_at: at, blocked_reason: reason, updated_at: at })
    .where('id', 'in', userIds)
    .where('id', 'not in', shared)
    .where('blocked_at', 'is', null)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', 'in', userIds)
    .where('user_id', 'not in', shared)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Unblocks the accounts and roles that were blocked at `since`. */
export async function unblockAccounts(
  tx: Tx,
  userIds: readonly number[],
  since: Date,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('user_roles')
    .set({ blocked_at: null, blocked_reason: null })
    .where('user_id', 'in', userIds)
    .where('role', '=', 'Organizador')
    .where('blocked_at', '=', since)
    .execute()
  await tx
    .updateTable('users')
    .set({ blocked_at: null, blocked_reason: null, updated_at: at })
    .where('id', 'in', userIds)
    .where('blocked_at', '=', since)
    .execute()
}
