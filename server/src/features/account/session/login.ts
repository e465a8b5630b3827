import type { SessionUser } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { isPassword } from '../credentials/password.ts'
import { attemptsOf } from '../devices/attempts-of.ts'
import { rememberDevice } from '../devices/queries.ts'
import { authenticate } from './authenticate.ts'
import { expiryOf } from './lifetime.ts'
import { findLogin, insertSession } from './queries.ts'
import { sessionUser } from './session-user.ts'

interface Login {
  email: string
  password: string
  ip: string
  userAgent: string | null
  deviceToken: string | null
}

/**
 * Opens a session. An unknown e-mail and a wrong password get the same answer after the same time; that an account is
 * blocked or its e-mail not verified is told only to whoever knows the password.
 */
export async function login(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
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

  const token = newToken()
  const device = deviceToken ?? newToken()
  const at = deps.clock.now()
  const userId = account.id
  const opened = await transaction(deps.db, async (tx) => {
    const session = {
      userId,
      passwordHash,
      tokenHash: hashToken(token),
      at,
      expiresAt: expiryOf(at),
      ip,
      userAgent,
    }
    if (!(await insertSession(tx, session))) return false
    await rememberDevice(tx, userId, hashToken(device), at)
    await recordSecurityEvent(tx, { at, kind: 'login.succeeded', userId, ip })
    return true
  })
  const caller = opened && (await authenticate(deps, token))
  // The password changed, or the account was blocked or removed, in between.
  if (!caller) throw new AppError('bad_credentials')
  return { token, device_token: device, ...(await sessionUser(deps, caller)) }
}
