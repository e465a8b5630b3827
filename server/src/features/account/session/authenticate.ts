import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { mustHaveSecondFactor } from '../policy.ts'
import { findCallers, touchSession } from './queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Lifetime {
  idleMs: number
  /** Time since login after which a session ends in any case. */
  absoluteMs: number
}

/** Sessions of roles with more rights are shorter. */
const LIFETIMES: Readonly<Record<Role, Lifetime>> = {
  Participante: { idleMs: 30 * DAY_MS, absoluteMs: 180 * DAY_MS },
  Organizador: { idleMs: DAY_MS, absoluteMs: 14 * DAY_MS },
  Empresa: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS },
  Admin: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS },
}
const LONGEST = LIFETIMES.Participante
/** Minimum interval between stored uses of a session: a write per request would cost too much. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** With several roles the shortest lifetime applies. */
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

type Needed = Pick<Deps, 'db' | 'clock' | 'config'>

/** Concurrent requests share the statement that finds their sessions. */
const findCallerOf = batchedBy(
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
    (tokens: string[]) =>
      findCallers(db, tokens.map(hashToken), lifetimeAt(clock.now())),
)

/** Null when the session is unknown, expired or revoked, or the account is blocked or removed. */
export async function authenticate(deps: Needed, token: string): Promise<Caller | null> {
  const found = await findCallerOf(deps, token)
  if (!found) return null
  const now = deps.clock.now()
  const { idleSince, openedSince } = lifetimeAt(now, found.caller.heldRoles)
  if (found.lastUsedAt <= idleSince || found.openedAt <= openedSince) return null
  const dueSince = touchDueSince(now)
  if (found.lastUsedAt <= dueSince) await touchSession(deps.db, found.caller.sessionId, now, dueSince)
  const { caller, hasSecondFactor } = found
  // A viewing administrator has already passed their own second factor.
  const isOwn = caller.viewerId === null
  const mustEnrol = isOwn && !hasSecondFactor && mustHaveSecondFactor(deps.config, caller.heldRoles)
  return { ...caller, mustEnrol }
}
