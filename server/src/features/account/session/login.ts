import type { SessionUser } from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { isPassword } from '../credentials/password.ts'
import { attemptsOf } from '../limits.ts'
import { lockUser } from '../queries.ts'
import { openChallenge } from '../second-factor/open-challenge.ts'
import { deleteChallenge, findChallenge } from '../second-factor/queries.ts'
import { takeCode } from '../second-factor/take-code.ts'
import { openSession, presentLogin } from './open-session.ts'
import { findLogin, type LoginAccount } from './queries.ts'

interface Login {
  email: string
  password: string
  ip: string
  userAgent: string | null
  deviceToken: string | null
  /** The role that the browser used last. */
  role: string | null
}

/**
 * Unknown e-mails and wrong passwords take the same time. Only the correct password reveals that an account
 * is blocked or unverified. Throws 401 with a challenge when a code is required.
 */
export async function login(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  { email, password, ip, userAgent, deviceToken, role }: Login,
): Promise<SessionUser & { token: string; device_token: string }> {
  const { attempts, costs } = await attemptsOf(deps, 'login', { email, ip, deviceToken })
  await deps.rateLimiter.recordAttempts([...attempts, ...costs], deps.clock.now())

  const account = await findLogin(deps.db, email)
  const passwordHash = account?.password_hash ?? null
  const matches = await isPassword(password, passwordHash)
  if (!account || !passwordHash || !matches)
    throw new AppError('bad_credentials', {
      securityEvent: refusal(account?.id ?? null, account ? 'wrong password' : 'unknown account'),
    })
  await deps.rateLimiter.clearAttempts(attempts, deps.clock.now())
  requireOpenAccount(account)

  const userId = account.id
  const at = deps.clock.now()
  if (account.second_factor_at)
    throw new AppError('second_factor_needed', {
      challenge: await transaction(deps.db, (tx) => openChallenge(tx, { userId, passwordHash, at, ip })),
    })
  const token = newToken()
  const device = deviceToken ?? newToken()
  await transaction(deps.db, (tx) =>
    openSession(tx, { userId, passwordHash, proof: 'password', token, device, at, ip, userAgent }),
  )
  return presentLogin(deps, { token, device, role })
}

const refusal = (userId: number | null, reason: string) =>
  ({ kind: 'login.failed', userId, detail: { reason } }) as const

/** Throws 401 for a blocked account, 403 for an unverified one. */
export function requireOpenAccount(
  account: Pick<LoginAccount, 'id' | 'blocked_at' | 'email_verified_at'>,
): void {
  // 401 instead of 403, because the login screen offers to resend the verification on every 403.
  if (account.blocked_at)
    throw new AppError('bad_credentials', {
      message: 'Sua conta está bloqueada. Fale com a administração da plataforma.',
      securityEvent: refusal(account.id, 'blocked'),
    })
  if (!account.email_verified_at)
    throw new AppError('email_not_verified', { securityEvent: refusal(account.id, 'e-mail not verified') })
}

interface SecondStep {
  challenge: string
  code: string
  ip: string
  userAgent: string | null
  deviceToken: string | null
  role: string | null
}

/** A wrong code leaves the challenge valid, and a failure to open the session uses up neither. */
export async function loginWithSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter' | 'secrets'>,
  { challenge, code, ip, userAgent, deviceToken, role }: SecondStep,
): Promise<SessionUser & { token: string; device_token: string }> {
  const at = deps.clock.now()
  const tokenHash = hashToken(challenge)
  const found = await findChallenge(deps.db, tokenHash, at)
  if (!found) throw new AppError('challenge_over')
  const { userId, email, passwordHash } = found
  const { attempts } = await attemptsOf(deps, 'code', { email, ip, deviceToken })
  await deps.rateLimiter.recordAttempts(attempts, at)

  const token = newToken()
  const device = deviceToken ?? newToken()
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await deleteChallenge(tx, tokenHash))) throw new AppError('challenge_over')
    const proof = await takeCode(tx, deps.secrets, { userId, code, at, ip })
    await openSession(tx, { userId, passwordHash, proof, token, device, at, ip, userAgent })
  })
  await deps.rateLimiter.clearAttempts(attempts, deps.clock.now())
  return presentLogin(deps, { token, device, role })
}
