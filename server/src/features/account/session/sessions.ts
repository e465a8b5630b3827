import type { Session } from '#contract/account/session.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { lifetimeAt } from './authenticate.ts'
import { endSession, endSessions, selectSessions } from './queries.ts'

/** Most recently used first. */
export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { userId, roles }: { userId: number; roles: readonly Role[] },
): Promise<Session[]> {
  const rows = await selectSessions(db, userId, lifetimeAt(clock.now(), roles))
  return rows.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    user_agent: row.user_agent,
    current: row.id === caller.sessionId,
  }))
}

/** Returns false when the session is not open. */
export async function endOwnSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId: current, viewerId }: Caller,
  { sessionId, ip }: { sessionId: number; ip: string },
): Promise<boolean> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    if (!(await endSession(tx, userId, sessionId, at))) return false
    if (viewerId !== null) await auditUser(tx, 'user.view_ended', { at, userId, by: viewerId, ip })
    else {
      const detail = { by: sessionId === current ? 'log-out' : 'another session' }
      await recordSecurityEvent(tx, { at, kind: 'session.ended', userId, ip, detail })
    }
    return true
  })
}

export async function endOtherSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: Caller,
  ip: string,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const times = await endSessions(tx, userId, at, sessionId)
    if (times === 0) return
    const detail = { by: 'another session' }
    await recordSecurityEvent(tx, { at, kind: 'session.ended', userId, ip, times, detail })
  })
}
