import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { mustHaveSecondFactor } from '../policy.ts'
import { findCaller, touchSession } from './queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Lifetime {
  /** A session that nobody used for this long is over. */
  idleMs: number
  /** No session outlives this, however much it is used. */
  absoluteMs: number
}

/** The more an account may do, the sooner a session that was left open ends: with a day's work, or with the day. */
const LIFETIMES: Readonly<Record<Role, Lifetime>> = {
  Participante: { idleMs: 30 * DAY_MS, absoluteMs: 180 * DAY_MS },
  Organizador: { idleMs: DAY_MS, absoluteMs: 14 * DAY_MS },
  Empresa: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS },
  Admin: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS },
}
const LONGEST = LIFETIMES.Participante
/** A session's last use is written down this often: a row written by each request would cost more than it tells. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Which sessions of an account with these roles are open still; of several roles the shortest time counts. */
export function lifetimeAt(now: Date, roles: readonly Role[] = []) {
  const lifetimes = [LONGEST, ...roles.map((role) => LIFETIMES[role])]
  return {
    now,
    idleSince: ago(now, Math.min(...lifetimes.map(({ idleMs }) => idleMs))),
    openedSince: ago(now, Math.min(...lifetimes.map(({ absoluteMs }) => absoluteMs))),
  }
}
export const expiryOf = (openedAt: Date) => new Date(openedAt.getTime() + LONGEST.absoluteMs)
const touchDueSince = (now: Date) => ago(now, TOUCH_EVERY_MS)

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
