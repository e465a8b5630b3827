import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type AppError, invalidField } from '#server/lib/errors.ts'
import { type PasswordProof, requirePassword } from './require-password.ts'

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
