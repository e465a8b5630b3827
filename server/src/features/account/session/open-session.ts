import { ROLES } from '#contract/account/choose-role.ts'
import type { SessionUser } from '#contract/account/session.ts'
import { PERMISSIONS, type Permission } from '#contract/roles.ts'
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

/** The permissions of the role in which the request acts. */
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
    // In order of precedence: the browser uses the first one unless another was chosen.
    roles: ROLES.filter((role) => caller.heldRoles.includes(role)),
    permissions: ALL.filter((permission) => may(caller, permission)),
    ...(caller.mustEnrol && { must_enrol: true }),
  }
}

type Proof = 'password' | 'sign-up' | 'link' | 'app' | 'recovery code' | 'passkey'
const SECOND_FACTORS: readonly Proof[] = ['app', 'recovery code']

interface Opening {
  userId: number
  /** The account's, when the proof was checked. */
  passwordHash: string
  /** The last proof. The second factor needs the password or a link first. */
  proof: Proof
  token: string
  /** Becomes a known device of the account. */
  device: string
  at: Date
  ip: string
  userAgent: string | null
}

/** Throws 401 when the account changed after the password was checked. */
export async function openSession(
  tx: Tx,
  { userId, passwordHash, proof, token, device, at, ip, userAgent }: Opening,
): Promise<void> {
  const opened = await insertSession(tx, {
    userId,
    passwordHash,
    withSecondFactor: proof === 'passkey' ? null : SECOND_FACTORS.includes(proof),
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

/** Throws 401 when the account was blocked or removed concurrently. */
export async function presentLogin(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token, device, role }: Pick<Opening, 'token' | 'device'> & { role: string | null },
): Promise<SessionUser & { token: string; device_token: string }> {
  const caller = await authenticate(deps, token)
  if (!caller) throw new AppError('bad_credentials')
  return { token, device_token: device, ...(await sessionUser(deps, actIn(caller, 'user', role))) }
}
