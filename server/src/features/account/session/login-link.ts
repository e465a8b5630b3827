import type { SessionUser } from '#contract/account/session.ts'
import type { Waiting } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { findByEmail, findLink, lockLink, markLinksUsed, requireLive } from '../credentials/queries.ts'
import { NOBODY } from '../credentials/reset-password.ts'
import { sendLoginLink } from '../jobs.ts'
import { attemptsOf, type Requester } from '../limits.ts'
import { openChallenge } from '../second-factor/open-challenge.ts'
import { openSession, presentLogin } from './open-session.ts'

/** The response takes the same time whether or not the account exists: a job is enqueued in both cases. */
export async function requestLoginLink(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  asked: Requester,
  { waiting_event, waiting_alert }: Waiting,
): Promise<void> {
  const { attempts } = await attemptsOf(deps, 'link', asked)
  await deps.rateLimiter.recordAttempts(attempts, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, asked.email)
    await addJob(tx, sendLoginLink, {
      userId: account?.id ?? NOBODY,
      waitingEvent: waiting_event,
      waitingAlert: waiting_alert,
    })
  })
}

/** Throws 400 for an invalid link. */
export async function readLoginLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<string> {
  return requireLive(await findLink(db, 'log_in', hashToken(token)), clock.now()).email
}

interface LinkLogin {
  /** The link's. */
  token: string
  ip: string
  userAgent: string | null
  deviceToken: string | null
  role: string | null
}

/**
 * Uses up all links of the account. Throws 400 for an invalid link, and 401 with a challenge when a code is
 * required.
 */
export async function loginWithLink(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token: linkToken, ip, userAgent, deviceToken, role }: LinkLogin,
): Promise<SessionUser & { token: string; device_token: string }> {
  const token = newToken()
  const device = deviceToken ?? newToken()
  const at = deps.clock.now()
  const challenge = await transaction(deps.db, async (tx) => {
    const link = requireLive(await lockLink(tx, 'log_in', hashToken(linkToken)), at)
    const { user_id: userId, password_hash: passwordHash } = link
    if (!passwordHash || !link.email_verified_at) throw new AppError('token_invalid')
    await markLinksUsed(tx, userId, ['log_in'], at)
    if (link.second_factor_at) return openChallenge(tx, { userId, passwordHash, at, ip })
    await openSession(tx, { userId, passwordHash, proof: 'link', token, device, at, ip, userAgent })
    return null
  })
  if (challenge) throw new AppError('second_factor_needed', { challenge })
  return presentLogin(deps, { token, device, role })
}
