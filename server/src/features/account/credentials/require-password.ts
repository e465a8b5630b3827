import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { invalidField } from '#server/lib/errors.ts'
import { HASH_PACES, PASSWORD_PACE } from '../limits.ts'
import { isPassword } from './password.ts'
import { getPasswordHash } from './queries.ts'

/**
 * Throws 422 on `field` unless this is the caller's password. Guessing is slowed down as at the login, in this session: one
 * that was stolen keeps its owner waiting in no other.
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string,
  field: string,
): Promise<void> {
  const subject = String(caller.sessionId)
  const attempts = [{ pace: PASSWORD_PACE, subject }]
  const costs = [{ pace: HASH_PACES.own, subject }]
  await deps.rateLimiter.begin([...attempts, ...costs], deps.clock.now())
  const matches = await isPassword(password, await getPasswordHash(deps.db, caller.userId))
  if (!matches) throw invalidField(field, 'Senha incorreta.')
  await deps.rateLimiter.succeed(attempts, deps.clock.now())
}
