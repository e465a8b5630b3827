import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { insertLink, markLinksUsed } from '../credentials/queries.ts'
import { LIMITS } from '../limits.ts'
import { deletePasskeys } from '../passkeys/queries.ts'
import { findTaken, removeDevices, updateUser } from '../queries.ts'
import { removeSecondFactor } from '../second-factor/change.ts'
import { dropEnrolment, lockSecondFactor } from '../second-factor/queries.ts'
import { endSessions } from '../session/queries.ts'
import { sendEmailChangeNotice } from './jobs.ts'
import { type ChangeLinkRow, lockChangeLink, markUndone, markVerified } from './queries.ts'

type Outcome = 'verified' | 'taken' | 'dead'

/** All sessions end. Idempotent, because mail clients open links before people do. */
export async function verifyEmailChange(
  deps: Pick<Deps, 'db' | 'clock'>,
  { tokenHash, ip }: { tokenHash: Buffer; ip: string },
): Promise<Outcome> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx): Promise<Outcome> => {
    const change = await lockChangeLink(tx, 'change_email', tokenHash)
    if (!change || change.undone_at || change.dropped_at) return 'dead'
    if (change.verified_at) return change.email === change.new_email ? 'verified' : 'dead'
    // An administrator or organizer changed the address after the request.
    if (change.expires_at <= at || change.email !== change.old_email) return 'dead'
    const wanted = { email: change.new_email, cpf: null, exceptUserId: change.user_id }
    if ((await findTaken(tx, wanted)).email) return 'taken'
    await take(tx, change, at, ip)
    return 'verified'
  }).catch((error) => {
    // Another account took the address concurrently.
    if (isUniqueViolation(error, 'users_email')) return 'taken'
    throw error
  })
}

async function take(tx: Tx, { id, user_id: userId, new_email }: ChangeLinkRow, at: Date, ip: string) {
  await updateUser(tx, userId, { email: new_email, email_verified_at: at }, at)
  await markVerified(tx, id, at)
  await endSessions(tx, userId, at)
  await addJob(tx, sendEmailChangeNotice, { changeId: id })
  await auditUser(tx, 'user.email_changed', { at, userId, ip })
}

const RESET_MS = 3_600_000

/**
 * Restores the old address. Removes the password, because the person who requested the change knew it. Returns a
 * token to set a new one.
 */
export async function undoEmailChange(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { token, ip }: { token: string; ip: string },
): Promise<string> {
  await deps.rateLimiter.consume(LIMITS.resetByIp, ip)
  const at = deps.clock.now()
  const resetToken = newToken()
  await transaction(deps.db, async (tx) => {
    const change = await lockChangeLink(tx, 'undo_email_change', hashToken(token))
    if (!change || change.undone_at || change.undo_until <= at || !change.follows)
      throw new AppError('token_invalid', {
        message:
          'O link é inválido, já foi usado ou expirou. Se a conta não é mais sua, fale com o nosso atendimento.',
      })
    const { user_id: userId, old_email: email } = change
    await updateUser(tx, userId, { email, email_verified_at: at, password_hash: null }, at)
    await markUndone(tx, change, at)
    await endSessions(tx, userId, at)
    // The second factor was enabled after the change was requested, so it may not be the owner's.
    const since = await lockSecondFactor(tx, userId)
    if (since && since >= change.requested_at) await removeSecondFactor(tx, userId, at)
    await deletePasskeys(tx, userId, change.requested_at)
    await dropEnrolment(tx, userId)
    await removeDevices(tx, userId)
    await markLinksUsed(tx, userId, ['verify_email', 'reset_password', 'sign_up', 'log_in'], at)
    await insertLink(tx, {
      user_id: userId,
      kind: 'reset_password',
      token_hash: hashToken(resetToken),
      email,
      created_at: at,
      expires_at: new Date(at.getTime() + RESET_MS),
    })
    await auditUser(tx, 'user.email_change_undone', { at, userId, ip })
  }).catch((error) => {
    if (isUniqueViolation(error, 'users_email'))
      throw new AppError('state_changed', {
        message: 'Outra conta já usa este endereço. Fale com o nosso atendimento.',
      })
    throw error
  })
  return resetToken
}
