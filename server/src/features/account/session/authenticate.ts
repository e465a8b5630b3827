import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { mustHaveSecondFactor } from '../policy.ts'
import { lifetimeAt, touchDueSince } from './lifetime.ts'
import { findCaller, touchSession } from './queries.ts'

/** Who holds this token; null when it is unknown, over, revoked, or its account blocked or gone. */
export async function authenticate(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<Caller | null> {
  const now = deps.clock.now()
  const found = await findCaller(deps.db, hashToken(token), lifetimeAt(now))
  if (!found) return null
  const { idleSince, openedSince } = lifetimeAt(now, found.caller.roles)
  if (found.lastUsedAt <= idleSince || found.openedAt <= openedSince) return null
  const dueSince = touchDueSince(now)
  if (found.lastUsedAt <= dueSince) await touchSession(deps.db, found.caller.sessionId, now, dueSince)
  const { caller, hasSecondFactor } = found
  return { ...caller, mustEnrol: !hasSecondFactor && mustHaveSecondFactor(deps.config, caller.roles) }
}
