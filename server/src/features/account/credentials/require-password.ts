import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { HASH_PACES, PASSWORD_PACE } from '../limits.ts'
import { isPassword } from './password.ts'
import { getPasswordHash, lockPasswordHash } from './queries.ts'

/** That somebody knew the password of now; worth nothing when it changes before what it was asked for is done. */
export type PasswordProof = { readonly passwordHash: string | null }

/**
 * Throws 422 on `field` unless this is the caller's password. Guessing is slowed down as at the login, in this session: one
 * that was stolen keeps its owner waiting in no other.
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
 * In the transaction of what the password was asked for; it stays the same until the end of it. Throws 401 when it changed
 * meanwhile: whoever knew the old one may have been shut out by that very change.
 */
export async function requireSamePassword(tx: Tx, userId: number, proof: PasswordProof): Promise<void> {
  if ((await lockPasswordHash(tx, userId)) !== proof.passwordHash) throw new AppError('unauthenticated')
}

export const passwordMissing = (): AppError =>
  invalidField('current_password', 'Confirme com a sua senha atual.')

/** The caller's own password, asked again for what a stolen session must not do. Throws 422 on `current_password`. */
export async function confirmPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string | undefined,
): Promise<PasswordProof> {
  if (!password) throw passwordMissing()
  return requirePassword(deps, caller, password, 'current_password')
}
