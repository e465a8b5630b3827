import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { invitedAddress } from './create-user.ts'
import { dropPendingChange } from './email-change/queries.ts'
import { sendEmailChangedMail } from './jobs.ts'
import { deletePasskeys } from './passkeys/queries.ts'
import { removeDevices, updateUser } from './queries.ts'
import { removeSecondFactor } from './second-factor/change.ts'
import { endSessions } from './session/queries.ts'

interface HandOver {
  caller: Caller
  userId: number
  /** Null: the account had no address yet. */
  oldEmail: string | null
  email: string
  at: Date
  ip: string
}

/** Hands over a staff account. The caller sends the invitation to the new address. */
export async function handOverAccount(
  tx: Tx,
  { caller, userId, oldEmail, email, at, ip }: HandOver,
): Promise<void> {
  const { email: own, invitedEmail } = await invitedAddress(tx, email, userId)
  const changes = { email: own, invited_email: invitedEmail, email_verified_at: null, password_hash: null }
  await updateUser(tx, userId, changes, at)
  await removeSecondFactor(tx, userId, at)
  await deletePasskeys(tx, userId)
  await dropPendingChange(tx, userId, at)
  await removeDevices(tx, userId)
  await endSessions(tx, userId, at)
  if (oldEmail !== null) await addJob(tx, sendEmailChangedMail, { userId, oldEmail })
  await auditUser(tx, 'user.email_changed', { at, userId, by: caller.userId, ip })
}
