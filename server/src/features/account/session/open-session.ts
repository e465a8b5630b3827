import type { SessionUser } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { rememberDevice } from '../devices/queries.ts'
import { authenticate } from './authenticate.ts'
import { expiryOf } from './lifetime.ts'
import { insertSession } from './queries.ts'
import { sessionUser } from './session-user.ts'

interface Opening {
  userId: number
  /** The one that the password given was checked against. */
  passwordHash: string
  /** What was given beside the password. */
  proof: 'password' | 'app' | 'recovery code'
  token: string
  /** Known from now on as one that the account was opened from. */
  device: string
  at: Date
  ip: string
  userAgent: string | null
}

/** Opens a session and tells the security log. Throws 401 when the account changed since what was given was checked. */
export async function openSession(
  tx: Tx,
  { userId, passwordHash, proof, token, device, at, ip, userAgent }: Opening,
): Promise<void> {
  const opened = await insertSession(tx, {
    userId,
    passwordHash,
    withSecondFactor: proof !== 'password',
    tokenHash: hashToken(token),
    at,
    expiresAt: expiryOf(at),
    ip,
    userAgent,
  })
  if (!opened) throw new AppError('bad_credentials')
  await rememberDevice(tx, userId, hashToken(device), at)
  await recordSecurityEvent(tx, { at, kind: 'login.succeeded', userId, ip, detail: { proof } })
}

/** What a log-in answers. Throws 401 when the account was blocked or removed meanwhile. */
export async function presentLogin(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token, device }: Pick<Opening, 'token' | 'device'>,
): Promise<SessionUser & { token: string; device_token: string }> {
  const caller = await authenticate(deps, token)
  if (!caller) throw new AppError('bad_credentials')
  return { token, device_token: device, ...(await sessionUser(deps, caller)) }
}
