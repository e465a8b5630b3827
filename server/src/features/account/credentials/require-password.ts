import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { invalidField } from '#server/lib/errors.ts'
import { LIMITS } from '../limits.ts'
import { isPassword } from './password.ts'
import { getPasswordHash } from './queries.ts'

/** Throws 422 on `field` unless this is the caller's password. Guessing is limited as at the login. */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'rateLimiter'>,
  caller: Caller,
  password: string,
  field: string,
): Promise<void> {
  await deps.rateLimiter.consume(LIMITS.passwordOfCaller, String(caller.userId))
  const matches = await isPassword(password, await getPasswordHash(deps.db, caller.userId))
  if (!matches) throw invalidField(field, 'Senha incorreta.')
}
