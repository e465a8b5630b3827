import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { sendPasswordResetMail, sendSecondFactorMail } from '../jobs.ts'
import { attemptsOf, LIMITS, type Requester } from '../limits.ts'
import { deletePasskeys } from '../passkeys/queries.ts'
import { getUser, saveDevice } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { setPassword } from './change-password.ts'
import { hashNewPassword } from './password.ts'
import { findByEmail, findLink, lockLink, requireLive } from './queries.ts'

/** In a job for an address without an account. */
export const NOBODY = 0

/** The response takes the same time whether or not the account exists: a job is enqueued in both cases. */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  asked: Requester,
): Promise<void> {
  const { attempts } = await attemptsOf(deps, 'recover', asked)
  await deps.rateLimiter.recordAttempts(attempts, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, asked.email)
    await addJob(tx, sendPasswordResetMail, { userId: account?.id ?? NOBODY })
  })
}

/** Throws 400 for an invalid link. */
export async function readResetLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<string> {
  return requireLive(await findLink(db, 'reset_password', hashToken(token)), clock.now()).email
}

interface PasswordReset {
  token: string
  password: string
  ip: string
}

/**
 * Ends all sessions, removes all passkeys, because an attacker may have added one, and verifies the e-mail. Returns
 * the token of a new known device.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { token, password, ip }: PasswordReset,
): Promise<string> {
  await deps.rateLimiter.consume(LIMITS.resetByIp, ip)
  const at = deps.clock.now()
  const tokenHash = hashToken(token)
  // Checked before the expensive hash, and again under the lock.
  const { user_id: userId } = requireLive(await findLink(deps.db, 'reset_password', tokenHash), at)
  const device = newToken()
  const passwordHash = await hashNewPassword(password, await getUser(deps.db, userId))
  await transaction(deps.db, async (tx) => {
    const link = requireLive(await lockLink(tx, 'reset_password', tokenHash), at)
    await setPassword(tx, {
      userId: link.user_id,
      passwordHash,
      emailVerifiedAt: link.email_verified_at ?? at,
      at,
      ip,
    })
    await endSessions(tx, link.user_id, at)
    if (await deletePasskeys(tx, link.user_id)) {
      await addJob(tx, sendSecondFactorMail, { userId: link.user_id, what: 'passkeys_removed' })
      await auditUser(tx, 'user.passkey_removed', { at, userId: link.user_id, ip })
    }
    await saveDevice(tx, link.user_id, hashToken(device), at)
  })
  return device
}
