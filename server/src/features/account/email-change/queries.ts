import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { ChangeLinkKind } from '../credentials/queries.ts'
import { lockUser } from '../queries.ts'

const HOUR_MS = 3_600_000

/** So long the link to the new address works. */
export const VERIFY_HOURS = 24
/** So long the old address can undo a change, and nobody else can have it. */
const UNDO_DAYS = 7

/** A change asked for before then waits no more. */
export const pendingSince = (now: Date) => new Date(now.getTime() - VERIFY_HOURS * HOUR_MS)
export const undoUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * 24 * HOUR_MS)

/** Never verified, and nothing came in between. */
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

/** A change that waits to be verified waits no more: its link is dead. */
export async function dropPendingChange(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ dropped_at: at })
    .where('user_id', '=', userId)
    .where(PENDING)
    .execute()
}

/** The address that waits to be verified since then; null when none does. */
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

/** What a message about a change needs to know; null when the account has gone or is blocked. */
export async function findChangeToTell(db: Db, changeId: number) {
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
  /** Of the link itself. */
  expires_at: Date
  /** The account's address now. */
  email: string
  /** Whether this address came from the old one of this change, by nothing but changes of the person. */
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

/** With the account locked, and read again after the wait: whatever happens to a change happens one after the other. */
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

/** Changes that can be undone no more: their old addresses are free again. */
export async function forgetOldChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('undo_until', '<', now).execute()
}

export async function markVerified(tx: Tx, changeId: number, at: Date): Promise<void> {
  await tx.updateTable('email_changes').set({ verified_at: at }).where('id', '=', changeId).execute()
}

/** Undoes this change and all that came after it: none of them can be verified or undone any more. */
export async function markUndone(tx: Tx, change: { id: number; user_id: number }, at: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ undone_at: at })
    .where('user_id', '=', change.user_id)
    .where('id', '>=', change.id)
    .where('undone_at', 'is', null)
    .execute()
}
