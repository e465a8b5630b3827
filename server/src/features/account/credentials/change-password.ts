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

/** Ends the caller's other sessions. */
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
  /** When the password was set through a link that also verifies the e-mail. */
  emailVerifiedAt?: Date
  at: Date
  ip: string
}

/** Drops recovery links, devices and pending changes, because an attacker may have created them. */
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
  await markLinksUsed(tx, userId, ['reset_password', 'sign_up', 'log_in'], at)
  await addJob(tx, sendPasswordChangedMail, { userId })
  await auditUser(tx, 'user.password_changed', { at, userId, ip })
}
