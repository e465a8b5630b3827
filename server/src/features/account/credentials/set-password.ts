import { audit } from '#server/lib/audit.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { forgetDevices } from '../devices/queries.ts'
import { dropPendingChange } from '../email-change/queries.ts'
import { sendPasswordChangedMail } from '../jobs.ts'
import { updateUser } from '../queries.ts'
import { dropEnrolment } from '../second-factor/queries.ts'
import { spendLinks } from './queries.ts'

interface NewPassword {
  userId: number
  passwordHash: string
  /** Given when the new password also proves the address. */
  emailVerifiedAt?: Date
  at: Date
  ip: string
}

/**
 * Stores a new password and tells its owner. The recovery links asked for earlier are used up, so that none undoes it;
 * no device is known any more, and neither a change of e-mail nor a second factor waits to be confirmed: somebody else may have known the old one.
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
  await forgetDevices(tx, userId)
  await dropPendingChange(tx, userId, at)
  await dropEnrolment(tx, userId)
  await spendLinks(tx, userId, 'reset_password', at)
  await addJob(tx, sendPasswordChangedMail, { userId })
  await audit(tx, {
    at,
    actorUserId: userId,
    action: 'user.password_changed',
    entity: 'user',
    entityId: userId,
    ip,
  })
}
