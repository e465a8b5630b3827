import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'

/** Lists which of the registrations are in the group. */
export async function listInGroup(
  db: Db,
  groupId: number,
  registrationIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('group_members')
    .where('group_id', '=', groupId)
    .where('registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .select('registration_id')
    .execute()
  return new Set(rows.map((row) => row.registration_id))
}

/** The caller's registrations in the event; a membership changes only under this lock. */
export const lockOwnOf = (
  tx: Tx,
  { ids, eventId, userId }: { ids: readonly number[]; eventId: number; userId: number },
) =>
  tx
    .selectFrom('registrations')
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('event_id', '=', eventId)
    .where('responsible_user_id', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .select(['id', 'status'])
    .execute()

/** Registrations that are in a group already stay in it. */
export async function insertMembers(
  tx: Tx,
  groupId: number,
  registrationIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('group_members')
    .values(registrationIds.map((id) => ({ registration_id: id, group_id: groupId, joined_at: at })))
    .onConflict((conflict) => conflict.column('registration_id').doNothing())
    .execute()
}

export async function deleteMember(tx: Tx, groupId: number, registrationId: number): Promise<void> {
  await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('registration_id', '=', registrationId)
    .execute()
}

/** Undefined unless the registration is in the group. */
export const findMember = (tx: Tx, groupId: number, registrationId: number) =>
  tx
    .selectFrom('group_members as m')
    .innerJoin('registrations as r', 'r.id', 'm.registration_id')
    .where('m.group_id', '=', groupId)
    .where('m.registration_id', '=', registrationId)
    .select(['r.id', 'r.responsible_user_id'])
    .executeTakeFirst()
