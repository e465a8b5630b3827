import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { EmailChanges } from '#server/lib/db-types.ts'
import type { ChangeLinkKind } from '../credentials/queries.ts'
import { lockUser } from '../queries.ts'

const HOUR_MS = 3_600_000

export const VERIFY_HOURS = 24
/** Nobody else can register the old address during these days. */
const UNDO_DAYS = 7

/** The earliest request that has not expired at `now`. */
export const pendingSince = (now: Date) => new Date(now.getTime() - VERIFY_HOURS * HOUR_MS)
export const undoUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * 24 * HOUR_MS)

const PENDING = sql<boolean>`verified_at is null and dropped_at is null and undone_at is null`

export async function insertChange(tx: Tx, change: Insertable<EmailChanges>): Promise<number> {
  const { id } = await tx.insertInto('email_changes').values(change).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The link of the dropped change stops working. */
export async function dropPendingChange(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ dropped_at: at })
    .where('user_id', '=', userId)
    .where(PENDING)
    .execute()
}

export async function findPendingEmail(db: Db, userId: number, since: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('new_email')
    .where('user_id', '=', userId)
    .where(PENDING)
    .where('requested_at', '>', since)
    .executeTakeFirst()
  return row?.new_email ?? null
}

/** Undefined if the account was removed or blocked. */
export const findChangeForMail = (db: Db, changeId: number) =>
  db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select([
      'email_changes.id',
      'email_changes.user_id',
      'email_changes.old_email',
      'email_changes.new_email',
      'email_changes.undo_until',
      'users.name',
      sql<boolean>`${PENDING}`.as('pending'),
      sql<boolean>`verified_at is not null`.as('verified'),
      sql<boolean>`undone_at is not null`.as('undone'),
    ])
    .where('email_changes.id', '=', changeId)
    .where('users.anonymized_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst()

export type ChangeLinkRow = NonNullable<Awaited<ReturnType<typeof findChangeLink>>>

const findChangeLink = (db: Db, kind: ChangeLinkKind, tokenHash: Buffer) =>
  db
    .selectFrom('user_tokens')
    .innerJoin('email_changes', 'email_changes.id', 'user_tokens.email_change_id')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select([
      'email_changes.id',
      'email_changes.user_id',
      'email_changes.old_email',
      'email_changes.new_email',
      'email_changes.requested_at',
      'email_changes.undo_until',
      'email_changes.verified_at',
      'email_changes.dropped_at',
      'email_changes.undone_at',
      'user_tokens.expires_at',
      'users.email',
      // Whether only the user's own changes led from the old address to the account's current one.
      sql<boolean>`users.email = email_changes.old_email or exists (
        select from email_changes later
        where later.user_id = users.id and later.id >= email_changes.id
          and later.verified_at is not null and later.new_email = users.email)`.as('follows'),
    ])
    .where('user_tokens.kind', '=', kind)
    .where('user_tokens.token_hash', '=', tokenHash)
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst()

/** Read after locking the account: concurrent changes are handled one after the other. */
export async function lockChangeLink(
  tx: Tx,
  kind: ChangeLinkKind,
  tokenHash: Buffer,
): Promise<ChangeLinkRow | undefined> {
  const link = await findChangeLink(tx, kind, tokenHash)
  if (!link) return undefined
  await lockUser(tx, link.user_id)
  return findChangeLink(tx, kind, tokenHash)
}

/** Makes the old addresses of changes that can no longer be undone available. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('undo_until', '<', now).execute()
}

export async function markVerified(tx: Tx, changeId: number, at: Date): Promise<void> {
  await tx.updateTable('email_changes').set({ verified_at: at }).where('id', '=', changeId).execute()
}

/** Marks all later changes of the account too. */
export async function markUndone(tx: Tx, change: { id: number; user_id: number }, at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ undone_at: at })
    .where('user_id', '=', change.user_id)
    .where('id', '>=', change.id)
    .where('undone_at', 'is', null)
    .execute()
}
