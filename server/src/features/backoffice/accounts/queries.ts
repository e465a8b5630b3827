import { type SelectQueryBuilder, sql } from 'kysely'
import type { ACCOUNT_STATES } from '#contract/backoffice/accounts.ts'
import type { Person } from '#server/features/account/privacy/queries.ts'
import { ADDRESS_COLUMNS, lockAccounts, type WholeAccount } from '#server/features/account/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { personPatterns } from '#server/lib/text-search.ts'
import { countToLimit, limitedPage } from '../queries.ts'

interface Filter {
  search?: string | undefined
  state?: (typeof ACCOUNT_STATES)[number] | undefined
}

/** Without removed accounts. */
const participants = (db: Db) =>
  db
    .selectFrom('users')
    .where('users.anonymized_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_roles')
          .select('user_roles.user_id')
          .whereRef('user_roles.user_id', '=', 'users.id')
          .where('user_roles.role', '=', 'Participante'),
      ),
    )

const filtered = (db: Db, { search, state }: Filter) => {
  let query = participants(db)
  for (const pattern of personPatterns(search)) query = query.where('users.words', 'like', pattern)
  if (state === 'blocked') query = query.where('users.blocked_at', 'is not', null)
  if (state === 'verified') query = query.where('users.email_verified_at', 'is not', null)
  if (state === 'unverified') query = query.where('users.email_verified_at', 'is', null)
  return query
}

const ROW = [
  'users.id',
  'users.name',
  'users.email',
  'users.cpf',
  'users.phone',
  'users.email_verified_at',
  'users.blocked_at',
  'users.created_at',
] as const

export type AccountSummary = Awaited<ReturnType<typeof listAccounts>>[number]

/** Newest first. */
export function listAccounts(
  db: Db,
  { page, per_page, ...filter }: Filter & { page: number; per_page: number },
) {
  const { offset, limit } = limitedPage({ page, per_page })
  return filtered(db, filter).select(ROW).orderBy('users.id', 'desc').limit(limit).offset(offset).execute()
}

export const countAccounts = (db: Db, filter: Filter): Promise<number> =>
  countToLimit(db, filtered(db, filter) as SelectQueryBuilder<DB, 'users', object>)

const missing = () => new AppError('not_found', { message: 'Participante não encontrado.' })

export const getAccount = (db: Db, id: number) =>
  participants(db)
    .where('users.id', '=', id)
    .select(ROW)
    .select([
      ...(['users.birth_on', 'users.sex', 'users.emergency_contact'] as const),
      'users.emergency_contact_phone',
      ...ADDRESS_COLUMNS.map((column) => `users.${column}` as const),
      'users.second_factor_at',
      'users.blocked_reason',
    ])
    .executeTakeFirstOrThrow(missing)

/** Accounts with the same birth date and, ignoring accents, the same name. */
export const listSimilarAccounts = (db: Db, account: { id: number; name: string; birth_on: string | null }) =>
  filtered(db, { search: account.name })
    .where('users.id', '<>', account.id)
    .where('users.birth_on', '=', account.birth_on)
    .where(sql<boolean>`searchable(users.name) = searchable(${account.name})`)
    .select(ROW)
    .orderBy('users.id')
    .limit(10)
    .execute()

export async function getSessionSummary(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ open: number; lastUsedAt: Date | null }> {
  return db
    .selectFrom('sessions')
    .select([
      sql<number>`count(*) filter (where revoked_at is null and expires_at > ${now}::timestamptz)`.as('open'),
      sql<Date | null>`max(last_used_at)`.as('lastUsedAt'),
    ])
    .where('user_id', '=', userId)
    .where('opener_id', 'is', null)
    .executeTakeFirstOrThrow()
}

const MAX_REGISTRATIONS = 100

const registrations = (db: Db) =>
  db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .innerJoin('categories', 'categories.id', 'registrations.category_id')
    .select([
      'registrations.id',
      'registrations.name',
      'registrations.status',
      'registrations.created_at',
      'registrations.event_id',
      'events.title',
      'events.event_on',
      'categories.name as category',
    ])
    .orderBy('registrations.id', 'desc')
    .limit(MAX_REGISTRATIONS)

export type PersonRegistrationRow = Awaited<ReturnType<typeof listRegistrationsOf>>[number]

/** Including the registrations that the account made for other people. */
export const listRegistrationsOf = (db: Db, userId: number) =>
  registrations(db).where('registrations.responsible_user_id', '=', userId).execute()

/** Whichever account registered the person. */
export const listRegistrationsOfCpf = (db: Db, cpf: string, enterpriseId: number) =>
  registrations(db)
    .where('registrations.cpf', '=', cpf)
    .where('events.enterprise_id', '=', enterpriseId)
    .execute()

/** The registrations that the account made, and those with the CPF. */
export const listRegistrationsOfPerson = (db: Db, { userId, cpf }: Person) =>
  registrations(db)
    .where((eb) =>
      eb.or([eb('registrations.responsible_user_id', '=', userId), eb('registrations.cpf', '=', cpf)]),
    )
    .execute()

export const findAccountOfCpf = (db: Db, cpf: string) =>
  db.selectFrom('users').select(ROW).where('users.cpf', '=', cpf).executeTakeFirst()

/** Null for an account that was removed; throws 404 for one that never was a participant's. */
export async function getPersonOf(db: Db, userId: number): Promise<Person | null> {
  const removed = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('anonymized_at', 'is not', null)
    .executeTakeFirst()
  return removed ? null : { userId, cpf: (await getAccount(db, userId)).cpf }
}

export const getEventsOf = (db: Db, registrationIds: readonly number[]) =>
  db
    .selectFrom('registrations')
    .select(['id', 'event_id'])
    .where('id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .orderBy('id')
    .execute()

/** Throws 404 unless it is a participant. */
export async function lockAccount(tx: Tx, id: number): Promise<WholeAccount> {
  const [account] = await lockAccounts(tx, [id])
  if (!account || account.anonymized_at || !account.roles.includes('Participante')) throw missing()
  return account
}
