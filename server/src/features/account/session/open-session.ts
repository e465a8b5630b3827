import { ROLES } from '#contract/choose-role.ts'
import { PERMISSIONS, type Permission } from '#contract/roles.ts'
import type { SessionUser } from '#contract/session.ts'
import type { Deps } from '#server/deps.ts'
import { actIn, type Caller, may } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { saveDevice } from '../queries.ts'
import { authenticate, expiryOf } from './authenticate.ts'
import { getSessionPerson, insertSession } from './queries.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** The caller's account, its roles and what it may in the role of the call, as the browser stores them. */
export async function sessionUser(deps: Pick<Deps, 'db'>, caller: Caller): Promise<SessionUser> {
  const { name, email, image, organizerId, type, fantasyName } = await getSessionPerson(
    deps.db,
    caller.userId,
  )
  const isOrganizer = organizerId !== null && type !== null && caller.heldRoles.includes('Organizador')
  return {
    user: {
      id: caller.userId,
      name,
      email,
      image,
      organizer: isOrganizer ? { id: organizerId, type, fantasy_name: fantasyName ?? '' } : null,
    },
    // In the order in which they count: the browser takes the first where none was chosen.
    roles: ROLES.filter((role) => caller.heldRoles.includes(role)),
    permissions: ALL.filter((permission) => may(caller, permission)),
    ...(caller.mustEnrol && { must_enrol: true }),
  }
}

interface Opening {
  userId: number
  /** The hash the given password was checked against. */
  passwordHash: string
  /** What was given besides the password. */
  proof: 'password' | 'app' | 'recovery code'
  token: string
  /** Becomes a known device of the account. */
  device: string
  at: Date
  ip: string
  userAgent: string | null
}

/**
 * Opens a session and records it in the security log. Throws 401 when the account changed after the password was
 * checked.
 */
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
  await saveDevice(tx, userId, hashToken(device), at)
  await recordSecurityEvent(tx, { at, kind: 'login.succeeded', userId, ip, detail: { proof } })
}

/** The answer of a login. Throws 401 when the account was blocked or removed meanwhile. */
export async function presentLogin(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token, device, role }: Pick<Opening, 'token' | 'device'> & { role: string | null },
): Promise<SessionUser & { token: string; device_token: string }> {
  const caller = await authenticate(deps, token)
  if (!caller) throw new AppError('bad_credentials')
  return { token, device_token: device, ...(await sessionUser(deps, actIn(caller, 'user', role))) }
}
