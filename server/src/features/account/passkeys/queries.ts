import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { PasskeyChallenges, Passkeys } from '#server/lib/db-types.ts'

const LISTED = [
  'id',
  'name',
  'created_at',
  'last_used_at',
  'backed_up',
  'credential_id',
  'transports',
] as const

/** Oldest first. */
export const selectPasskeys = (db: Db, userId: number) =>
  db.selectFrom('passkeys').select(LISTED).where('user_id', '=', userId).orderBy('id').execute()

export type PasskeyRow = Awaited<ReturnType<typeof selectPasskeys>>[number]

export const insertPasskey = (tx: Tx, passkey: Insertable<Passkeys>): Promise<PasskeyRow> =>
  tx.insertInto('passkeys').values(passkey).returning(LISTED).executeTakeFirstOrThrow()

/** Returns false when the account has no such passkey. */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return renamed.numUpdatedRows > 0n
}

/** Returns false when the account has no such passkey. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/**
 * All of the account, or those added since then. Also ends additions that were begun. Returns whether there
 * were any.
 */
export async function deletePasskeys(tx: Tx, userId: number, since: Date = new Date(0)): Promise<boolean> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type PasskeyLogin = NonNullable<Awaited<ReturnType<typeof findPasskeyLogin>>>

/** With what decides whether its account may log in. */
export const findPasskeyLogin = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.public_key', 'passkeys.counter', 'users.id as userId', 'users.email'])
    .select(['users.password_hash', 'users.email_verified_at', 'users.blocked_at'])
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()

interface Use {
  counter: number
  backedUp: boolean
  at: Date
}

/** Returns false when it was removed, or another log-in has counted as far. */
export async function markPasskeyUsed(tx: Tx, id: number, { counter, backedUp, at }: Use): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function insertPasskeyChallenge(
  db: Db,
  challenge: Insertable<PasskeyChallenges>,
): Promise<void> {
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** Each challenge is returned once. */
export const takePasskeyChallenge = (db: Db, tokenHash: Buffer) =>
  db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', tokenHash)
    .returning(['user_id as userId', 'password_hash as passwordHash', 'expires_at as expiresAt'])
    .executeTakeFirst()
