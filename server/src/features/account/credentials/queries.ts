import type { Db, Tx } from '#server/lib/db.ts'
import { lockUser } from '../queries.ts'

export type LinkKind = 'verify_email' | 'reset_password' | 'accept_role'
export type ChangeLinkKind = 'change_email' | 'undo_email_change'

interface NewLink {
  userId: number
  kind: LinkKind | ChangeLinkKind
  tokenHash: Buffer
  email: string
  /** For `change_email` and `undo_email_change`. */
  emailChangeId?: number
  at: Date
  expiresAt: Date
}

export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db
    .insertInto('user_tokens')
    .values({
      user_id: link.userId,
      kind: link.kind,
      token_hash: link.tokenHash,
      email: link.email,
      email_change_id: link.emailChangeId ?? null,
      created_at: link.at,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** A link that was sent to the account's current address. */
export interface LinkRow {
  user_id: number
  expires_at: Date
  used_at: Date | null
  email_verified_at: Date | null
}

export async function findLink(db: Db, kind: LinkKind, tokenHash: Buffer): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('user_tokens')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'user_tokens.user_id')
        .onRef('users.email', '=', 'user_tokens.email')
        .on('users.blocked_at', 'is', null),
    )
    .select([
      'user_tokens.user_id',
      'user_tokens.expires_at',
      'user_tokens.used_at',
      'users.email_verified_at',
    ])
    .where('user_tokens.kind', '=', kind)
    .where('user_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Like `findLink`, with the account locked. The link is read again after waiting for the lock, because a joined row is
 * not re-read.
 */
export async function lockLink(tx: Tx, kind: LinkKind, tokenHash: Buffer): Promise<LinkRow | null> {
  const link = await findLink(tx, kind, tokenHash)
  if (!link) return null
  await lockUser(tx, link.user_id)
  return findLink(tx, kind, tokenHash)
}

/** Marks all unused links of the kind as used. */
export async function markLinksUsed(tx: Tx, userId: number, kind: LinkKind, at: Date): Promise<void> {
  await tx
    .updateTable('user_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
}

/** The account of an address, for a resend or a recovery; null when there is none or it is blocked. */
export async function findByEmail(db: Db, email: string): Promise<{ id: number; verified: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, verified: row.email_verified_at !== null } : null
}

export async function getPasswordHash(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.password_hash
}

/** Like `getPasswordHash`, with the row locked. */
export async function lockPasswordHash(tx: Tx, userId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.password_hash
}
