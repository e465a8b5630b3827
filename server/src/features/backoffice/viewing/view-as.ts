import type { SessionUser } from '#contract/session.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { actIn, type Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { lockAccounts } from '../../account/queries.ts'
import { authenticate } from '../../account/session/authenticate.ts'
import { sessionUser } from '../../account/session/open-session.ts'
import { insertViewing } from '../../account/session/queries.ts'

const VIEWING_MS = 30 * 60_000

interface Viewing {
  caller: Caller
  userId: number
  reason: string
  ip: string
}

/**
 * Opens a session in which an administrator sees what an account sees (docs/algorithms/back-office.md). Throws 403 for
 * administrators' accounts, 404 for removed ones, 409 for blocked ones.
 */
export async function viewAs(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { caller, userId, reason, ip }: Viewing,
): Promise<SessionUser & { token: string }> {
  const token = newToken()
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const [account] = await lockAccounts(tx, [userId])
    if (!account || account.anonymized_at || account.roles.length === 0) throw new AppError('not_found')
    if (account.roles.includes('Admin'))
      throw new AppError('forbidden', { message: 'A conta de um administrador não pode ser vista.' })
    if (account.blocked_at)
      throw new AppError('state_changed', { message: 'Esta conta está bloqueada. Desbloqueie-a antes.' })
    const expiresAt = new Date(at.getTime() + VIEWING_MS)
    await insertViewing(tx, {
      userId,
      tokenHash: hashToken(token),
      at,
      expiresAt,
      openerId: caller.sessionId,
    })
    await auditUser(tx, 'user.viewed', { at, userId, by: caller.userId, after: { reason }, ip })
  })
  const viewer = await authenticate(deps, token)
  if (!viewer) throw new AppError('state_changed')
  return { token, ...(await sessionUser(deps, actIn(viewer, 'user', null))) }
}
