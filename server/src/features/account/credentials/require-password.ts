import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { HASH_BACKOFFS, PASSWORD_BACKOFF } from '../limits.ts'
import { isPassword } from './password.ts'
import { getPasswordHash, lockPasswordHash } from './queries.ts'

/** `requireSamePassword` checks that the hash is still current. */
export type PasswordProof = { readonly passwordHash: string | null }

/** Throws 422 on `field`. Failures delay only the session, so that a stolen one does not delay the owner. */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string,
  field: string,
): Promise<PasswordProof> {
  const subject = String(caller.sessionId)
  const attempts = [{ backoff: PASSWORD_BACKOFF, subject }]
  const costs = [{ backoff: HASH_BACKOFFS.own, subject }]
  await deps.rateLimiter.recordAttempts([...attempts, ...costs], deps.clock.now())
  const passwordHash = await getPasswordHash(deps.db, caller.userId)
  const matches = await isPassword(password, passwordHash)
  if (!matches) throw invalidField(field, 'Senha incorreta.')
  await deps.rateLimiter.clearAttempts(attempts, deps.clock.now())
  return { passwordHash }
}

/** Locks the password. Throws 401 when the owner changed it since, maybe to lock out the caller. */
export async function requireSamePassword(tx: Tx, userId: number, proof: PasswordProof): Promise<void> {
  if ((await lockPasswordHash(tx, userId)) !== proof.passwordHash) throw new AppError('unauthenticated')
}

export const passwordMissing = (): AppError =>
  invalidField('current_password', 'Confirme com a sua senha atual.')

/** Throws 422 on `current_password`. */
export async function confirmPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string | undefined,
): Promise<PasswordProof> {
  if (!password) throw passwordMissing()
  return requirePassword(deps, caller, password, 'current_password')
}
