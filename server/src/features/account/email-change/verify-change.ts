import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { isUniqueViolation } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { findTaken, updateUser } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { sendEmailChangeNotice } from './jobs.ts'
import { type ChangeLinkRow, lockChangeLink, markVerified } from './queries.ts'

type Outcome = 'verified' | 'taken' | 'dead'

/**
 * Follows the link that was sent to the new address: from now on it is the account's, and everybody logs in anew with it. Twice
 * is as good as once: mail programs open links before people do.
 */
export async function verifyEmailChange(
  deps: Pick<Deps, 'db' | 'clock'>,
  { tokenHash, ip }: { tokenHash: Buffer; ip: string },
): Promise<Outcome> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx): Promise<Outcome> => {
    const change = await lockChangeLink(tx, 'change_email', tokenHash)
    if (!change || change.undone_at || change.dropped_at) return 'dead'
    if (change.verified_at) return change.email === change.new_email ? 'verified' : 'dead'
    // Somebody else changed the address meanwhile: an administrator, or the organizer of a realizador.
    if (change.expires_at <= at || change.email !== change.old_email) return 'dead'
    const wanted = { email: change.new_email, cpf: null, exceptUserId: change.user_id }
    if ((await findTaken(tx, wanted)).email) return 'taken'
    await take(tx, change, at, ip)
    return 'verified'
  }).catch((error) => {
    // Registered by somebody else at this very moment.
    if (isUniqueViolation(error, 'users_email')) return 'taken'
    throw error
  })
}

async function take(tx: Tx, { id, user_id: userId, new_email }: ChangeLinkRow, at: Date, ip: string) {
  await updateUser(tx, userId, { email: new_email, email_verified_at: at }, at)
  await markVerified(tx, id, at)
  await endSessions(tx, userId, at)
  await addJob(tx, sendEmailChangeNotice, { changeId: id })
  await audit(tx, {
    at,
    actorUserId: userId,
    action: 'user.email_changed',
    entity: 'user',
    entityId: userId,
    ip,
  })
}
