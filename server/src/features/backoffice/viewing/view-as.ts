import type { SessionUser } from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { lockAccounts } from '#server/features/account/queries.ts'
import { authenticate } from '#server/features/account/session/authenticate.ts'
import { sessionUser } from '#server/features/account/session/open-session.ts'
import { auditUser } from '#server/lib/audit.ts'
import { actIn, type Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { insertViewing } from './queries.ts'

const VIEWING_MS = 30 * 60_000

interface Viewing {
  caller: Caller
  userId: number
  reason: string
  ip: string
}

/** docs/algorithms/back-office.md. Throws 403 for administrators, 404 for removed, 409 for blocked ones. */
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
    await insertViewing(tx, {
      user_id: userId,
      token_hash: hashToken(token),
      created_at: at,
      last_used_at: at,
      expires_at: new Date(at.getTime() + VIEWING_MS),
      opener_id: caller.sessionId,
    })
    await auditUser(tx, 'user.viewed', { at, userId, by: caller.userId, after: { reason }, ip })
  })
  const viewer = await authenticate(deps, token)
  if (!viewer) throw new AppError('state_changed')
  return { token, ...(await sessionUser(deps, actIn(viewer, 'user', null))) }
}
