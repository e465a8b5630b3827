import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { HASH_PACES, PASSWORD_PACE } from '../limits.ts'
import { isPassword } from './password.ts'
import { getPasswordHash, lockPasswordHash } from './queries.ts'

/** The password hash that a given password matched. `requireSamePassword` checks that it is still current. */
export type PasswordProof = { readonly passwordHash: string | null }

/**
 * Throws 422 on `field` unless this is the caller's password. Failed attempts are slowed down per session, so that a
 * stolen session does not delay its owner in others.
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string,
  field: string,
): Promise<PasswordProof> {
  const subject = String(caller.sessionId)
  const attempts = [{ pace: PASSWORD_PACE, subject }]
  const costs = [{ pace: HASH_PACES.own, subject }]
  await deps.rateLimiter.begin([...attempts, ...costs], deps.clock.now())
  const passwordHash = await getPasswordHash(deps.db, caller.userId)
  const matches = await isPassword(password, passwordHash)
  if (!matches) throw invalidField(field, 'Senha incorreta.')
  await deps.rateLimiter.succeed(attempts, deps.clock.now())
  return { passwordHash }
}

/**
 * Locks the password until the transaction ends. Throws 401 when it changed since it was checked: the change may have
 * been made to lock out whoever knew the old one.
 */
export async function requireSamePassword(tx: Tx, userId: number, proof: PasswordProof): Promise<void> {
  if ((await lockPasswordHash(tx, userId)) !== proof.passwordHash) throw new AppError('unauthenticated')
}

export const passwordMissing = (): AppError =>
  invalidField('current_password', 'Confirme com a sua senha atual.')

/** Checks the caller's password before a sensitive action. Throws 422 on `current_password`. */
export async function confirmPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string | undefined,
): Promise<PasswordProof> {
  if (!password) throw passwordMissing()
  return requirePassword(deps, caller, password, 'current_password')
}
