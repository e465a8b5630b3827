import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { insertLink, spendLinks } from '../credentials/queries.ts'
import { forgetDevices } from '../devices/queries.ts'
import { LIMITS } from '../limits.ts'
import { updateUser } from '../queries.ts'
import { removeSecondFactor } from '../second-factor/change.ts'
import { dropEnrolment, lockSecondFactor } from '../second-factor/queries.ts'
import { endSessions } from '../session/queries.ts'
import { lockChangeLink, markUndone } from './queries.ts'

const RESET_MS = 3_600_000

/**
 * Gives an account back to the address it had before a change, verified or not, for whoever holds the link that was sent there.
 * Whoever asked for the change knew the password: it opens nothing any more, and neither does any session, device or link.
 * Answers the token that sets a new password.
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
    // Added by whoever asked for the change: the owner could not get past it.
    const since = await lockSecondFactor(tx, userId)
    if (since && since >= change.requested_at) await removeSecondFactor(tx, userId, at)
    await dropEnrolment(tx, userId)
    await forgetDevices(tx, userId)
    await spendLinks(tx, userId, 'verify_email', at)
    await spendLinks(tx, userId, 'reset_password', at)
    await insertLink(tx, {
      userId,
      kind: 'reset_password',
      tokenHash: hashToken(resetToken),
      email,
      at,
      expiresAt: new Date(at.getTime() + RESET_MS),
    })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'user.email_change_undone',
      entity: 'user',
      entityId: userId,
      ip,
    })
  }).catch((error) => {
    if (isUniqueViolation(error, 'users_email'))
      throw new AppError('state_changed', {
        message: 'Outra conta já usa este endereço. Fale com o nosso atendimento.',
      })
    throw error
  })
  return resetToken
}
