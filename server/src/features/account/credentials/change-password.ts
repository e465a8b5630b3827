import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { dropPendingChange } from '../email-change/queries.ts'
import { sendPasswordChangedMail } from '../jobs.ts'
import { getUser, lockUser, removeDevices, updateUser } from '../queries.ts'
import { dropEnrolment } from '../second-factor/queries.ts'
import { endSessions } from '../session/queries.ts'
import { hashNewPassword } from './password.ts'
import { markLinksUsed } from './queries.ts'
import { requirePassword, requireSamePassword } from './require-password.ts'

interface PasswordChange {
  currentPassword: string
  password: string
  ip: string
}

/** Changes the caller's password, given the current one, and ends their other sessions. */
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

interface NewPassword {
  userId: number
  passwordHash: string
  /** Set when the new password came by a link that also verifies the e-mail. */
  emailVerifiedAt?: Date
  at: Date
  ip: string
}

/**
 * Stores a new password and notifies the user. Earlier recovery links, known devices, a pending change of e-mail and an
 * unconfirmed second factor are dropped: they may come from somebody who knew the old password.
 */
export async function setPassword(
  tx: Tx,
  { userId, passwordHash, emailVerifiedAt, at, ip }: NewPassword,
): Promise<void> {
  await updateUser(
    tx,
    userId,
    { password_hash: passwordHash, ...(emailVerifiedAt && { email_verified_at: emailVerifiedAt }) },
    at,
  )
  await removeDevices(tx, userId)
  await dropPendingChange(tx, userId, at)
  await dropEnrolment(tx, userId)
  await markLinksUsed(tx, userId, 'reset_password', at)
  await addJob(tx, sendPasswordChangedMail, { userId })
  await auditUser(tx, 'user.password_changed', { at, userId, ip })
}
