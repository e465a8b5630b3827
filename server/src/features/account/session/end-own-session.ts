import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { endSession, endSessions } from './queries.ts'

/** Ends one of the caller's sessions; false when they have no such open session. */
export async function endOwnSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId: current }: Caller,
  { sessionId, ip }: { sessionId: number; ip: string },
): Promise<boolean> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    if (!(await endSession(tx, userId, sessionId, at))) return false
    const detail = { by: sessionId === current ? 'log-out' : 'another session' }
    await recordSecurityEvent(tx, { at, kind: 'session.ended', userId, ip, detail })
    return true
  })
}

/** Ends every session of the caller but this one. */
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
