import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { UserTokens } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockUser } from '../queries.ts'

export type LinkKind = 'verify_email' | 'reset_password' | 'accept_role' | 'log_in'
/** Of a browser, never mailed. */
type SecretKind = 'sign_up'
export type ChangeLinkKind = 'change_email' | 'undo_email_change'

type NewLink = Insertable<UserTokens> & { kind: LinkKind | SecretKind | ChangeLinkKind }

export async function insertLink(db: Db, link: NewLink): Promise<void> {
  // Browsers choose their secrets, and a second account with the same one gets none.
  await db
    .insertInto('user_tokens')
    .values(link)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Sent to the account's current address. */
export const findLink = (db: Db, kind: LinkKind, tokenHash: Buffer) =>
  db
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
      'users.email',
      'users.email_verified_at',
      'users.password_hash',
      'users.second_factor_at',
    ])
    .where('user_tokens.kind', '=', kind)
    .where('user_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Reads the link again after waiting for the account's lock. */
export async function lockLink(tx: Tx, kind: LinkKind, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const link = await findLink(tx, kind, tokenHash)
  if (!link) return undefined
  await lockUser(tx, link.user_id)
  return findLink(tx, kind, tokenHash)
}

/** Returns false when it is not the account's, has expired or was used. */
export async function takeSignUpSecret(tx: Tx, userId: number, hash: Buffer, at: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('user_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'sign_up')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

export async function markLinksUsed(
  tx: Tx,
  userId: number,
  kinds: readonly (LinkKind | SecretKind)[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('user_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

/** Null if no account has the address or the account is blocked. */
export async function findByEmail(db: Db, email: string): Promise<{ id: number; verified: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, verified: row.email_verified_at !== null } : null
}

const passwords = (db: Db, userId: number) =>
  db.selectFrom('users').select('password_hash').where('id', '=', userId)

/** Throws 400 when it is unknown, was used or has expired. */
export function requireLive(link: LinkRow | undefined, at: Date): LinkRow {
  if (!link || link.used_at || link.expires_at <= at) throw new AppError('token_invalid')
  return link
}

export async function getPasswordHash(db: Db, userId: number): Promise<string | null> {
  return (await passwords(db, userId).executeTakeFirstOrThrow()).password_hash
}

export async function lockPasswordHash(tx: Tx, userId: number): Promise<string | null> {
  return (await passwords(tx, userId).forNoKeyUpdate().executeTakeFirstOrThrow()).password_hash
}
