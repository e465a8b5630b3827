import type { SessionUser } from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { lockLink, takeSignUpSecret } from '../credentials/queries.ts'
import { openSession, presentLogin } from './open-session.ts'

interface VerifiedLogin {
  /** The verification link's; it has verified the address. */
  token: string
  signUpSecret: string | null
  ip: string
  userAgent: string | null
  deviceToken: string | null
  role: string | null
}

/**
 * Needs the mailbox and the browser that created the account, once each; otherwise there is no session. Throws
 * 400 for an invalid link.
 */
export async function loginVerified(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token: linkToken, signUpSecret, ip, userAgent, deviceToken, role }: VerifiedLogin,
): Promise<{ email: string; session: (SessionUser & { token: string; device_token: string }) | null }> {
  const token = newToken()
  const device = deviceToken ?? newToken()
  const at = deps.clock.now()
  const { email, opened } = await transaction(deps.db, async (tx) => {
    const link = await lockLink(tx, 'verify_email', hashToken(linkToken))
    if (!link?.email_verified_at || link.expires_at <= at) throw new AppError('token_invalid')
    const { user_id: userId, email, password_hash: passwordHash } = link
    if (!signUpSecret || !passwordHash || link.second_factor_at) return { email, opened: false }
    const opened = await takeSignUpSecret(tx, userId, hashToken(signUpSecret), at)
    if (opened)
      await openSession(tx, { userId, passwordHash, proof: 'sign-up', token, device, at, ip, userAgent })
    return { email, opened }
  })
  return { email, session: opened ? await presentLogin(deps, { token, device, role }) : null }
}
