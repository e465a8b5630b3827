import { type RawBuilder, sql } from 'kysely'
import { today } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { isOpenGroup } from '../queries.ts'

/** SQL: the addresses of a group's members and of the accounts that registered them. */
const joined = (groupId: number | RawBuilder<number>) => sql<string[]>`array(
  select unnest(array[r.email, u.email])
  from group_members m join registrations r on r.id = m.registration_id join users u on u.id = r.responsible_user_id
  where m.group_id = ${groupId} and r.status <> ${code.registration.cancelled}
)`

/** SQL: the person has not joined the group. */
const isMissing = (groupId: number | RawBuilder<number>) =>
  sql<boolean>`i.email = any (${joined(groupId)}) is not true`

export const listMissing = (
  db: Db,
  { groupId, offset, limit }: { groupId: number; offset: number; limit: number },
) =>
  db
    .selectFrom('group_invites as i')
    .where('i.group_id', '=', groupId)
    .where(isMissing(groupId))
    .orderBy(sql`searchable(i.name)`)
    .orderBy('i.id')
    .offset(offset)
    .limit(limit)
    .select(['i.id', 'i.name', 'i.email', 'i.reminded_at'])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .execute()

export async function countMissing(db: Db, groupId: number): Promise<number> {
  const { missing } = await db
    .selectFrom('group_invites as i')
    .where('i.group_id', '=', groupId)
    .where(isMissing(groupId))
    .select(sql<number>`count(*)::int`.as('missing'))
    .executeTakeFirstOrThrow()
  return missing
}

/** Serializes the invitations to a group. */
export const lockGroup = (tx: Tx, groupId: number) =>
  tx.selectFrom('groups').where('id', '=', groupId).select('id').forNoKeyUpdate().execute()

/** Skips people who were invited before. Returns the ids of the others. */
export async function insertInvited(
  tx: Tx,
  groupId: number,
  people: readonly { name: string; email: string }[],
  at: Date,
): Promise<number[]> {
  const rows = await tx
    .insertInto('group_invites')
    .values(people.map((person) => ({ ...person, group_id: groupId, invited_at: at })))
    .onConflict((conflict) => conflict.columns(['email', 'group_id']).doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countInvited(tx: Tx, groupId: number): Promise<number> {
  const { invited } = await tx
    .selectFrom('group_invites')
    .where('group_id', '=', groupId)
    .select((eb) => eb.fn.countAll<number>().as('invited'))
    .executeTakeFirstOrThrow()
  return invited
}

export async function deleteInvited(db: Db, groupId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('group_invites')
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const invitations = (db: Db, now: Date) =>
  db
    .selectFrom('group_invites as i')
    .innerJoin('groups as g', 'g.id', 'i.group_id')
    .innerJoin('events as e', 'e.id', 'g.event_id')
    .innerJoin('users as u', 'u.id', 'g.captain_user_id')
    .where('u.anonymized_at', 'is', null)
    .where(isOpenGroup(now))
    .where(isMissing(sql.ref('i.group_id')))

/** Undefined when the person has joined, or nobody joins any more. */
export const findInvitation = (db: Db, id: number, now: Date) =>
  invitations(db, now)
    .where('i.id', '=', id)
    .select(['i.name', 'i.email', 'i.reminded_at', 'g.name as group_name', 'g.token', 'u.name as captain'])
    .select(['e.title', 'e.event_on', 'e.groups_until'])
    .$narrowType<{ groups_until: string }>()
    .executeTakeFirst()

/** Marks those to be reminded, once, in the last days of their group, and returns them. */
export const claimReminders = (tx: Tx, now: Date, limit: number) =>
  tx
    .with('due', () =>
      invitations(tx, now)
        .where('i.reminded_at', 'is', null)
        .where(sql<boolean>`e.groups_until <= ${today(now)} + 3`)
        .where(sql<boolean>`i.invited_at < ${now}::timestamptz - interval '2 days'`)
        .orderBy('i.id')
        .limit(limit)
        .forNoKeyUpdate('i')
        .skipLocked()
        .select('i.id'),
    )
    .updateTable('group_invites')
    .from('due')
    .whereRef('group_invites.id', '=', 'due.id')
    .set({ reminded_at: now })
    .returning('group_invites.id')
    .execute()

/** Deletes those invited to groups of races that are over. */
export async function deleteOld(db: Db, now: Date): Promise<void> {
  await sql`
    delete from group_invites i using groups g, events e
    where g.id = i.group_id and e.id = g.event_id and e.event_on < ${today(now)}`.execute(db)
}
