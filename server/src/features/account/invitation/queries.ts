import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/lib/db.ts'

// An invitation for an existing account is a placeholder row in `users` (`invited_email`).

export type Place = NonNullable<Awaited<ReturnType<typeof findPlace>>>

/** Undefined when the invitation was accepted or withdrawn. */
export const findPlace = (db: Db, userId: number, callerId: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('organizers', 'organizers.user_id', 'users.id')
    .leftJoin('organizers as employer', 'employer.id', 'organizers.parent_id')
    .leftJoin('enterprises', (join) =>
      join.on(
        sql<boolean>`user_roles.role = 'Empresa' and enterprises.id = coalesce(user_roles.enterprise_id, 1)`,
      ),
    )
    .where('users.id', '=', userId)
    .where('users.invited_email', 'is not', null)
    .select([
      'users.id as userId',
      sql<Role>`user_roles.role`.as('role'),
      'user_roles.enterprise_id as enterpriseId',
      'organizers.type',
      sql<string | null>`coalesce(employer.fantasy_name, organizers.fantasy_name, enterprises.name)`.as(
        'company',
      ),
      // Whether the caller has the invited address, verified.
      sql<boolean>`exists (
        select from users caller
        where caller.id = ${callerId} and caller.email = users.invited_email and caller.email_verified_at is not null
      )`.as('isInvited'),
    ])
    .executeTakeFirst()

export async function lockCompanyOf(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('organizers').select('id').where('user_id', '=', userId).forNoKeyUpdate().execute()
}

/** Also true for realizadores, and for blocked accounts. */
export async function isOrganizer(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('organizers').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function moveCompany(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('organizers').set({ user_id: to }).where('user_id', '=', from).execute()
}

/** Gives the account the invited address, unless another account has it or can restore it. */
export async function claimAddress(db: Db, userId: number): Promise<void> {
  await sql`
    update users set email = invited_email, invited_email = null
    where id = ${userId} and invited_email is not null
      and not exists (select from users other where other.email = users.invited_email)
      and not exists (select from email_changes where old_email = users.invited_email)`.execute(db)
}
