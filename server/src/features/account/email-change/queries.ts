import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { ChangeLinkKind } from '../credentials/queries.ts'
import { lockUser } from '../queries.ts'

const HOUR_MS = 3_600_000

/** How long the verification link works. */
export const VERIFY_HOURS = 24
/** How long the old address can undo a change; nobody else can register it meanwhile. */
const UNDO_DAYS = 7

/** A pending change requested before this has expired. */
export const pendingSince = (now: Date) => new Date(now.getTime() - VERIFY_HOURS * HOUR_MS)
export const undoUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * 24 * HOUR_MS)

/** Neither verified, dropped nor undone. */
const PENDING = sql<boolean>`verified_at is null and dropped_at is null and undone_at is null`

interface NewChange {
  userId: number
  oldEmail: string
  newEmail: string
  at: Date
  undoUntil: Date
}

export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const { id } = await tx
    .insertInto('email_changes')
    .values({
      user_id: change.userId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: change.at,
      undo_until: change.undoUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Drops the pending change; its link stops working. */
export async function dropPendingChange(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ dropped_at: at })
    .where('user_id', '=', userId)
    .where(PENDING)
    .execute()
}

/** The address of a change pending since `since`; null when there is none. */
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

/** A change for its messages; null when the account was removed or is blocked. */
export async function findChangeForMail(db: Db, changeId: number) {
  const row = await db
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
  return row ?? null
}

export interface ChangeLinkRow {
  id: number
  user_id: number
  old_email: string
  new_email: string
  requested_at: Date
  undo_until: Date
  verified_at: Date | null
  dropped_at: Date | null
  undone_at: Date | null
  /** When the link expires. */
  expires_at: Date
  /** The account's address now. */
  email: string
  /** Whether the account went from the old address of this change to its current one only by changes its user made. */
  follows: boolean
}

async function findChangeLink(
  db: Db,
  kind: ChangeLinkKind,
  tokenHash: Buffer,
): Promise<ChangeLinkRow | null> {
  const row = await db
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
      sql<boolean>`users.email = email_changes.old_email or exists (
        select from email_changes later
        where later.user_id = users.id and later.id >= email_changes.id
          and later.verified_at is not null and later.new_email = users.email)`.as('follows'),
    ])
    .where('user_tokens.kind', '=', kind)
    .where('user_tokens.token_hash', '=', tokenHash)
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Finds the change of a link with the account locked, and reads it again after the wait: changes are handled one after
 * the other.
 */
export async function lockChangeLink(
  tx: Tx,
  kind: ChangeLinkKind,
  tokenHash: Buffer,
): Promise<ChangeLinkRow | null> {
  const link = await findChangeLink(tx, kind, tokenHash)
  if (!link) return null
  await lockUser(tx, link.user_id)
  return findChangeLink(tx, kind, tokenHash)
}

/** Deletes changes that can no longer be undone; their old addresses become available. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('undo_until', '<', now).execute()
}

export async function markVerified(tx: Tx, changeId: number, at: Date): Promise<void> {
  await tx.updateTable('email_changes').set({ verified_at: at }).where('id', '=', changeId).execute()
}

/** Marks this change and all later ones as undone: their links stop working. */
export async function markUndone(tx: Tx, change: { id: number; user_id: number }, at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ undone_at: at })
    .where('user_id', '=', change.user_id)
    .where('id', '>=', change.id)
    .where('undone_at', 'is', null)
    .execute()
}
