import type { Db, Tx } from '#server/lib/db.ts'

interface FactorRow {
  sealed_secret: Buffer
  confirmed_at: Date | null
}

/** When the second factor was turned on, with the account locked; undefined for a removed or unknown account. */
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

/** Confirmed or not. */
export async function findFactor(db: Db, userId: number): Promise<FactorRow | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Inserts a secret or replaces an unconfirmed one. */
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

/** Marks a TOTP time step as used; false when it or a later one was used before. */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Marks a recovery code as used; false when there is no such unused code. */
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

/** Deletes an unconfirmed secret. */
export async function dropEnrolment(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Deletes secret, recovery codes and unfinished logins. */
export async function deleteFactor(tx: Tx, userId: number): Promise<void> {
  for (const table of ['second_factors', 'recovery_codes', 'login_challenges'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

// Login challenges -------------------------------------------------------------------------------------------------

interface Challenge {
  userId: number
  passwordHash: string
}

export async function insertChallenge(
  db: Db,
  {
    userId,
    passwordHash,
    tokenHash,
    at,
    expiresAt,
  }: Challenge & { tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('login_challenges')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      password_hash: passwordHash,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute()
}

export async function findChallenge(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<(Challenge & { email: string }) | null> {
  const row = await db
    .selectFrom('login_challenges')
    .innerJoin('users', 'users.id', 'login_challenges.user_id')
    .select(['users.id as userId', 'users.email', 'login_challenges.password_hash as passwordHash'])
    .where('login_challenges.token_hash', '=', tokenHash)
    .where('login_challenges.expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Uses a challenge up; false when another request did so first. */
export async function deleteChallenge(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const spent = await tx.deleteFrom('login_challenges').where('token_hash', '=', tokenHash).executeTakeFirst()
  return spent.numDeletedRows > 0n
}
