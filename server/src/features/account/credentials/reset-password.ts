import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { sendPasswordResetMail } from '../jobs.ts'
import { attemptsOf, LIMITS, type Requester } from '../limits.ts'
import { getUser, saveDevice } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { setPassword } from './change-password.ts'
import { hashNewPassword } from './password.ts'
import { findByEmail, findLink, type LinkRow, lockLink } from './queries.ts'

/** The id of no account. */
const NOBODY = 0

/** Sends a recovery link. The answer and the work before it are the same whether or not the account exists: a job is left for nobody too. */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  asked: Requester,
): Promise<void> {
  const { attempts } = await attemptsOf(deps, 'recover', asked)
  await deps.rateLimiter.begin(attempts, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, asked.email)
    await addJob(tx, sendPasswordResetMail, { userId: account?.id ?? NOBODY })
  })
}

/** The e-mail of the account that a recovery link is for; whoever has the link reads that mailbox. Throws 400 when it no longer works. */
export async function readResetLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<string> {
  const link = requireLive(await findLink(db, 'reset_password', hashToken(token)), clock.now())
  return (await getUser(db, link.user_id)).email
}

interface PasswordReset {
  token: string
  password: string
  ip: string
}

/**
 * Sets a new password by a recovery link, which works once. Ends all sessions and verifies the e-mail, because the link
 * was read there. Returns the token of the device, which becomes a known device.
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
    await saveDevice(tx, link.user_id, hashToken(device), at)
  })
  return device
}

function requireLive(link: LinkRow | null, at: Date): LinkRow {
  if (!link || link.used_at || link.expires_at <= at) throw new AppError('token_invalid')
  return link
}
