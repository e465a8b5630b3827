import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { LoginChallenges } from '#server/lib/db-types.ts'

/** Locks the account. Null when the factor is off, undefined for a removed or unknown account. */
export async function lockSecondFactor(tx: Tx, userId: number): Promise<Date | null | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('second_factor_at')
    .where('id', '=', userId)
    .where('anonymized_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.second_factor_at
}

/**
 * The reason given by the administrator who last removed the account's factor; null if the operator removed
 * it.
 */
export async function findResetReason(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('action', '=', 'user.second_factor_reset')
    .orderBy('id', 'desc')
    .select(sql<string | null>`after ->> 'reason'`.as('reason'))
    .limit(1)
    .executeTakeFirst()
  return row?.reason ?? null
}

/** Also returns a factor that is not confirmed yet. */
export const findFactor = (db: Db, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Replaces an unconfirmed secret. */
export async function putFactor(tx: Tx, userId: number, sealedSecret: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret, created_at: at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ sealed_secret: sealedSecret, created_at: at, last_step: 0 }),
    )
    .execute()
}

export async function confirmFactor(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.updateTable('second_factors').set({ confirmed_at: at }).where('user_id', '=', userId).execute()
}

/** Returns false when this time step or a later one was used before. */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Returns false when there is no such unused code. */
export async function takeRecoveryCode(tx: Tx, userId: number, codeHash: Buffer, at: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, codeHashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function dropEnrolment(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Also deletes unfinished logins. */
export async function deleteFactor(tx: Tx, userId: number): Promise<void> {
  for (const table of ['second_factors', 'recovery_codes', 'login_challenges'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

// Login challenges

export async function insertChallenge(tx: Tx, challenge: Insertable<LoginChallenges>): Promise<void> {
  await tx.insertInto('login_challenges').values(challenge).execute()
}

export const findChallenge = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('login_challenges')
    .innerJoin('users', 'users.id', 'login_challenges.user_id')
    .select(['users.id as userId', 'users.email', 'login_challenges.password_hash as passwordHash'])
    .where('login_challenges.token_hash', '=', tokenHash)
    .where('login_challenges.expires_at', '>', now)
    .executeTakeFirst()

/** Returns false when another request has already used it. */
export async function deleteChallenge(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const spent = await tx.deleteFrom('login_challenges').where('token_hash', '=', tokenHash).executeTakeFirst()
  return spent.numDeletedRows > 0n
}
