import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/lib/db.ts'
import type { Block } from '../queries.ts'

export async function insertRole(
  tx: Tx,
  userId: number,
  role: Role,
  enterpriseId: number | null = null,
): Promise<void> {
  await tx.insertInto('user_roles').values({ user_id: userId, role, enterprise_id: enterpriseId }).execute()
}

export async function deleteRole(tx: Tx, userId: number, role: Role): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', role).execute()
}

/** SQL over `users`. */
export const blockedAs = (role: Role) => {
  const ofRole = (column: 'blocked_at' | 'blocked_reason') =>
    sql`(select ${sql.ref(column)} from user_roles where user_id = users.id and role = ${sql.lit(role)})`
  return {
    at: sql<Date | null>`coalesce(users.blocked_at, ${ofRole('blocked_at')})`,
    reason: sql<string | null>`coalesce(users.blocked_reason, ${ofRole('blocked_reason')})`,
  }
}

/** Null unblocks. */
export async function setRoleBlock(tx: Tx, id: number, role: Role, block: Block | null): Promise<void> {
  await tx
    .updateTable('user_roles')
    .set({ blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null })
    .where('user_id', '=', id)
    .where('role', '=', role)
    .execute()
}
