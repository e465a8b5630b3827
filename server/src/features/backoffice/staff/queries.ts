import { sql } from 'kysely'
import type { StaffRole } from '#contract/backoffice/staff.ts'
import { SHOWN_EMAIL } from '#server/features/account/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { personPatterns } from '#server/lib/text-search.ts'

interface Filter {
  search?: string | undefined
  role?: StaffRole | undefined
}

/** Literals instead of parameters: the planner uses a partial index only when it sees the roles. */
const STAFF = (['Admin', 'Empresa'] as const).map((role) => sql.lit<StaffRole>(role))

const filtered = (db: Db, { search, role }: Filter) => {
  let query = db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('user_roles.role', 'in', role ? [role] : STAFF)
  for (const pattern of personPatterns(search)) query = query.where('users.words', 'like', pattern)
  return query
}

const rows = (db: Db, filter: Filter) =>
  filtered(db, filter)
    // A user of Empresa without an enterprise belongs to the one that runs the platform.
    .leftJoin('enterprises', (join) =>
      join.on(
        sql<boolean>`user_roles.role = 'Empresa' and enterprises.id = coalesce(user_roles.enterprise_id, 1)`,
      ),
    )
    .select([
      'users.id',
      'users.name',
      SHOWN_EMAIL.as('email'),
      'users.email_verified_at',
      'users.second_factor_at',
      sql<Date | null>`coalesce(users.blocked_at, user_roles.blocked_at)`.as('blocked_at'),
      sql<string | null>`coalesce(users.blocked_reason, user_roles.blocked_reason)`.as('blocked_reason'),
      'users.created_at',
      sql<StaffRole>`user_roles.role`.as('role'),
      'enterprises.id as enterpriseId',
      'enterprises.name as enterprise',
      sql<Date | null>`(select max(last_used_at) from sessions where user_id = users.id and opener_id is null)`.as(
        'last_used_at',
      ),
    ])

export type StaffRow = Awaited<ReturnType<typeof getStaff>>

export const listStaff = (
  db: Db,
  { page, per_page, ...filter }: Filter & { page: number; per_page: number },
): Promise<StaffRow[]> =>
  rows(db, filter)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countStaff(db: Db, filter: Filter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Also true for users who were only invited. */
export async function isStaffEmail(db: Db, email: string): Promise<boolean> {
  const row = await filtered(db, {}).select('users.id').where(SHOWN_EMAIL, '=', email).executeTakeFirst()
  return row !== undefined
}

/** Throws 404 for other accounts. */
export const getStaff = (db: Db, id: number) =>
  rows(db, {})
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found', { message: 'Usuário não encontrado.' }))
