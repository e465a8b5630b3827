import type { SessionUser } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { attemptsOf } from '../devices/attempts-of.ts'
import { lockUser } from '../queries.ts'
import { findChallenge, insertChallenge, spendChallenge } from '../second-factor/queries.ts'
import { takeCode } from '../second-factor/take-code.ts'
import { openSession, presentLogin } from './open-session.ts'

/** Enough to find the phone. */
const CHALLENGE_MS = 10 * 60_000

/**
 * Remembers for some minutes that the password was right; answers the token that says so. The security log is told, not through
 * the refusals, which are counted together when many come: an owner must see that somebody knows the password.
 */
export async function openChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { ip, ...account }: { userId: number; passwordHash: string; ip: string },
): Promise<string> {
  const challenge = newToken()
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS)
  await transaction(db, async (tx) => {
    await insertChallenge(tx, { ...account, tokenHash: hashToken(challenge), at, expiresAt })
    await recordSecurityEvent(tx, { at, kind: 'login.challenged', userId: account.userId, ip })
  })
  return challenge
}

interface SecondStep {
  challenge: string
  code: string
  ip: string
  userAgent: string | null
  deviceToken: string | null
}

/**
 * The second half of a log-in: the challenge that the right password was answered with, and a code. Challenge, code and session
 * are one transaction: a wrong code leaves the challenge as it was, and nothing is used up by a session that did not open.
 */
export async function loginWithSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter' | 'secrets'>,
  { challenge, code, ip, userAgent, deviceToken }: SecondStep,
): Promise<SessionUser & { token: string; device_token: string }> {
  const at = deps.clock.now()
  const tokenHash = hashToken(challenge)
  const found = await findChallenge(deps.db, tokenHash, at)
  if (!found) throw new AppError('challenge_over')
  const { userId, email, passwordHash } = found
  const { attempts } = await attemptsOf(deps, 'code', { email, ip, deviceToken })
  await deps.rateLimiter.begin(attempts, at)

  const token = newToken()
  const device = deviceToken ?? newToken()
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await spendChallenge(tx, tokenHash))) throw new AppError('challenge_over')
    const proof = await takeCode(tx, deps.secrets, { userId, code, at, ip })
    await openSession(tx, { userId, passwordHash, proof, token, device, at, ip, userAgent })
  })
  await deps.rateLimiter.succeed(attempts, deps.clock.now())
  return presentLogin(deps, { token, device })
}
