import type { Insertable, Updateable } from 'kysely'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { ADDRESS_COLUMNS, SHOWN_EMAIL } from '#server/features/account/queries.ts'
import { blockedAs } from '#server/features/account/roles/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Organizers } from '#server/lib/db-types.ts'

export const blockedColumns = blockedAs('Organizador')

/** The columns of organizer `o` that are public. */
export const PUBLIC_COLUMNS = [
  ...(['o.id', 'o.fantasy_name', 'o.about', 'o.logo_path'] as const),
  ...(['o.public_phone', 'o.public_email', 'o.site', 'o.instagram'] as const),
] as const

export const COMPANY_COLUMNS = [
  'organizers.id',
  'organizers.user_id',
  'organizers.enterprise_id',
  'organizers.parent_id',
  'organizers.type',
  'organizers.nickname',
  'organizers.fantasy_name',
  'organizers.corporate_reason',
  'organizers.cnpj',
  'organizers.responsible',
  'organizers.phone',
  ...ADDRESS_COLUMNS.map((column) => `organizers.${column}` as const),
  SHOWN_EMAIL.as('email'),
  'users.email_verified_at',
  blockedColumns.at.as('blocked_at'),
  blockedColumns.reason.as('blocked_reason'),
] as const

export const companies = (db: Db) =>
  db.selectFrom('organizers').innerJoin('users', 'users.id', 'organizers.user_id').select(COMPANY_COLUMNS)

export type CompanyRow = Awaited<ReturnType<ReturnType<typeof companies>['executeTakeFirstOrThrow']>>

/** Null for a realizador. */
export async function findOrganizer(
  db: Db,
  id: number,
): Promise<{ id: number; enterprise_id: number } | null> {
  const row = await db
    .selectFrom('organizers')
    .select(['id', 'enterprise_id'])
    .where('id', '=', id)
    .where('type', '=', ORGANIZER_TYPE.organizer)
    .executeTakeFirst()
  return row ?? null
}

// Suspending an organizer, and creating or opening something for it, first lock the organizer's row
// (docs/algorithms/back-office.md), so that the later transaction sees the result of the earlier one.

/** For suspending: waits for transactions that hold the shared lock and blocks new ones. */
export async function lockOrganizer(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('organizers').select('id').where('id', '=', id).forUpdate().execute()
}

/** Shared: prevents suspension until the transaction ends. Returns the time of suspension, or null. */
export async function lockOrganizerShared(tx: Tx, id: number): Promise<Date | null> {
  await tx.selectFrom('organizers').select('id').where('id', '=', id).forKeyShare().execute()
  // A separate statement, so that it sees what was committed while waiting.
  const { blocked_at } = await tx
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .select(blockedColumns.at.as('blocked_at'))
    .where('organizers.id', '=', id)
    .executeTakeFirstOrThrow()
  return blocked_at
}

/** The trade name of the organizer that an account is or, as a realizador, works for. */
export async function getOrganizerName(db: Db, userId: number): Promise<string> {
  const { name } = await db
    .selectFrom('organizers')
    .leftJoin('organizers as employer', 'employer.id', 'organizers.parent_id')
    .select((eb) => eb.fn.coalesce('employer.fantasy_name', 'organizers.fantasy_name').as('name'))
    .where('organizers.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}

/**
 * Whether another realizador of organizer `parentId` has the CNPJ. With null: whether another organizer has
 * it.
 */
export async function isCnpjTaken(
  db: Db,
  cnpj: string,
  { parentId, exceptId }: { parentId: number | null; exceptId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('organizers')
    .select('id')
    .where('cnpj', '=', cnpj)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where((eb) => (exceptId === null ? eb.lit(true) : eb('id', '<>', exceptId)))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether the e-mail is that of organizer `parentId` or of one of its realizadores, or of their invitations.
 * With null: of any organizer or realizador.
 */
export async function isEmailUsed(
  db: Db,
  email: string,
  { parentId, exceptId }: { parentId: number | null; exceptId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .select('organizers.id')
    .where(SHOWN_EMAIL, '=', email)
    .where((eb) =>
      parentId === null
        ? eb.lit(true)
        : eb.or([eb('organizers.parent_id', '=', parentId), eb('organizers.id', '=', parentId)]),
    )
    .where((eb) => (exceptId === null ? eb.lit(true) : eb('organizers.id', '<>', exceptId)))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertCompany(tx: Tx, row: Insertable<Organizers>): Promise<number> {
  const { id } = await tx.insertInto('organizers').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateCompanyRow(tx: Tx, id: number, changes: Updateable<Organizers>): Promise<void> {
  await tx.updateTable('organizers').set(changes).where('id', '=', id).execute()
}

/** With its permissions and links to events. */
export async function deleteCompanyRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('organizers').where('id', '=', id).execute()
}

export async function hasOtherRole(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '<>', 'Organizador')
    .executeTakeFirst()
  return row !== undefined
}
