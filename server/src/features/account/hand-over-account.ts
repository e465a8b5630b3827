import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { dropPendingChange } from './email-change/queries.ts'
import { sendEmailChangedMail } from './jobs.ts'
import { forgetDevices, updateUser } from './queries.ts'
import { removeSecondFactor } from './second-factor/change.ts'
import { endSessions } from './session/queries.ts'

interface HandOver {
  caller: Caller
  userId: number
  oldEmail: string
  email: string
  at: Date
  ip: string
}

/**
 * Gives a staff account to whoever reads another address, on the word of who answers for it: the old address is told, and
 * what opened the account before opens it no more, neither password, second factor nor session. The caller invites anew.
 */
export async function handOverAccount(
  tx: Tx,
  { caller, userId, oldEmail, email, at, ip }: HandOver,
): Promise<void> {
  await updateUser(tx, userId, { email, email_verified_at: null, password_hash: null }, at)
  await removeSecondFactor(tx, userId, at)
  await dropPendingChange(tx, userId, at)
  await forgetDevices(tx, userId)
  await endSessions(tx, userId, at)
  await addJob(tx, sendEmailChangedMail, { userId, oldEmail })
  await auditUser(tx, 'user.email_changed', { at, userId, by: caller.userId, ip })
}
