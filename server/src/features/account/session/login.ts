import type { SessionUser } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { newToken } from '#server/lib/tokens.ts'
import { isPassword } from '../credentials/password.ts'
import { attemptsOf } from '../devices/attempts-of.ts'
import { openChallenge } from './login-with-second-factor.ts'
import { openSession, presentLogin } from './open-session.ts'
import { findLogin } from './queries.ts'

interface Login {
  email: string
  password: string
  ip: string
  userAgent: string | null
  deviceToken: string | null
}

/**
 * Opens a session. An unknown e-mail and a wrong password get the same answer after the same time; that an account is
 * blocked or its e-mail not verified is told only to whoever knows the password. Throws 401 with a challenge where a code is due.
 */
export async function login(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  { email, password, ip, userAgent, deviceToken }: Login,
): Promise<SessionUser & { token: string; device_token: string }> {
  const { attempts, costs } = await attemptsOf(deps, 'login', { email, ip, deviceToken })
  await deps.rateLimiter.begin([...attempts, ...costs], deps.clock.now())

  const account = await findLogin(deps.db, email)
  const passwordHash = account?.password_hash ?? null
  const matches = await isPassword(password, passwordHash)
  const refused = (reason: string) =>
    ({ kind: 'login.failed', userId: account?.id ?? null, detail: { reason } }) as const
  if (!account || !passwordHash || !matches)
    throw new AppError('bad_credentials', {
      securityEvent: refused(account ? 'wrong password' : 'unknown account'),
    })
  await deps.rateLimiter.succeed(attempts, deps.clock.now())
  // 401: the login screen offers to send the verification again on every 403.
  if (account.blocked_at)
    throw new AppError('bad_credentials', {
      message: 'Sua conta está bloqueada. Fale com a administração da plataforma.',
      securityEvent: refused('blocked'),
    })
  if (!account.email_verified_at)
    throw new AppError('email_not_verified', { securityEvent: refused('e-mail not verified') })

  const userId = account.id
  if (account.second_factor_at)
    throw new AppError('second_factor_needed', {
      challenge: await openChallenge(deps, { userId, passwordHash, ip }),
    })
  const token = newToken()
  const device = deviceToken ?? newToken()
  const at = deps.clock.now()
  await transaction(deps.db, (tx) =>
    openSession(tx, { userId, passwordHash, proof: 'password', token, device, at, ip, userAgent }),
  )
  return presentLogin(deps, { token, device })
}
