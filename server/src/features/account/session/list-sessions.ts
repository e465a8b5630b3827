import type { Session } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { lifetimeAt } from './lifetime.ts'
import { type SessionRow, selectSessions } from './queries.ts'

/** The caller's open sessions, the one used last first. */
export async function listSessions(deps: Pick<Deps, 'db' | 'clock'>, caller: Caller): Promise<Session[]> {
  const rows = await selectSessions(deps.db, caller.userId, lifetimeAt(deps.clock.now(), caller.roles))
  return rows.map((row) => presentSession(row, caller))
}

/** A session as its owner sees it, or whoever answers for them. */
export const presentSession = (row: SessionRow, caller: Caller): Session => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  user_agent: row.user_agent,
  current: row.id === caller.sessionId,
})
