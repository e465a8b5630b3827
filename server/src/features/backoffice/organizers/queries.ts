import { sql } from 'kysely'
import type { ORGANIZER_STATES } from '#contract/backoffice/organizers.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { lockAccounts } from '#server/features/account/queries.ts'
import { blockedColumns, COMPANY_COLUMNS } from '#server/features/organizer/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'
import { personPatterns } from '#server/lib/text-search.ts'

interface Filter {
  search?: string | undefined
  state?: (typeof ORGANIZER_STATES)[number] | undefined
}

/** SQL: there are so few organizers that no index is needed. */
const WORDS = sql<string>`searchable(concat_ws(' ', organizers.fantasy_name, organizers.corporate_reason,
  organizers.responsible, coalesce(users.invited_email, users.email), organizers.cnpj))`

const filtered = (db: Db, { search, state }: Filter) => {
  let query = db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .innerJoin('enterprises', 'enterprises.id', 'organizers.enterprise_id')
    .where('organizers.type', '=', ORGANIZER_TYPE.organizer)
  for (const pattern of personPatterns(search)) query = query.where(WORDS, 'like', pattern)
  if (state === 'suspended') query = query.where(blockedColumns.at, 'is not', null)
  if (state === 'active')
    query = query.where(blockedColumns.at, 'is', null).where('users.email_verified_at', 'is not', null)
  if (state === 'invited')
    query = query.where(blockedColumns.at, 'is', null).where('users.email_verified_at', 'is', null)
  return query
}

const COLUMNS = [...COMPANY_COLUMNS, 'organizers.created_at', 'enterprises.name as enterprise'] as const

const withCounts = (query: ReturnType<typeof filtered>) =>
  query.select([
    ...COLUMNS,
    sql<number>`(select count(*) from events e where e.organizer_id = organizers.id)`.as('events'),
    sql<number>`(select count(*) from events e where e.organizer_id = organizers.id and e.status = ${code.event.open})`.as(
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

/** Fails while events, realizadores or payouts reference the organizer. */
export async function deleteOrganizerRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('organizer_fee_settings').where('organizer_id', '=', id).execute()
  await tx.deleteFrom('organizers').where('id', '=', id).execute()
}

// Suspending

/** In id order, the order used everywhere. */
export async function lockOpenEvents(tx: Tx, organizerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('events')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('status', '=', EVENT_STATUS.open)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** The accounts of the organizer and its realizadores. */
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
    // Read again after waiting for the locks.
    suspendedAt: (await getOrganizer(tx, organizerId)).blocked_at,
  }
}

/** Of an account with other roles only the organizer role is blocked. */
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

/** Unblocks only the accounts that were blocked at `since`. */
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
