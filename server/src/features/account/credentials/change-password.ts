import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { getUser, lockUser } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { hashNewPassword } from './password.ts'
import { requirePassword, requireSamePassword } from './require-password.ts'
import { setPassword } from './set-password.ts'

interface PasswordChange {
  currentPassword: string
  password: string
  ip: string
}

/** Sets a new password for whoever knows the current one, and ends their other sessions. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  { currentPassword, password, ip }: PasswordChange,
): Promise<void> {
  const proof = await requirePassword(deps, caller, currentPassword, 'current_password')
  const passwordHash = await hashNewPassword(password, await getUser(deps.db, caller.userId))
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, caller.userId)
    await requireSamePassword(tx, caller.userId, proof)
    await setPassword(tx, { userId: caller.userId, passwordHash, at, ip })
    await endSessions(tx, caller.userId, at, caller.sessionId)
  })
}
