import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { gatheredBy } from '#server/lib/gather.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { mustHaveSecondFactor } from '../policy.ts'
import { findCallers, touchSession } from './queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Lifetime {
  /** Time without use after which a session ends. */
  idleMs: number
  /** Time after login at which a session ends in any case. */
  absoluteMs: number
}

/** The more an account may do, the shorter its sessions. */
const LIFETIMES: Readonly<Record<Role, Lifetime>> = {
  Participante: { idleMs: 30 * DAY_MS, absoluteMs: 180 * DAY_MS },
  Organizador: { idleMs: DAY_MS, absoluteMs: 14 * DAY_MS },
  Empresa: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS },
  Admin: { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS },
}
const LONGEST = LIFETIMES.Participante
/** How often the last use of a session is stored: a write for each request would cost too much. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Bounds within which a session of an account with these roles is open; of several roles the shortest lifetime counts.
 */
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

/** Requests of one moment share the statement that finds their sessions. */
const findCallerOf = gatheredBy(
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
    (tokens: string[]) =>
      findCallers(db, tokens.map(hashToken), lifetimeAt(clock.now())),
)

/** The caller of a session token, in all roles of the account; null when it is unknown, expired or revoked, or its account is blocked or removed. */
export async function authenticate(deps: Needed, token: string): Promise<Caller | null> {
  const found = await findCallerOf(deps, token)
  if (!found) return null
  const now = deps.clock.now()
  const { idleSince, openedSince } = lifetimeAt(now, found.caller.heldRoles)
  if (found.lastUsedAt <= idleSince || found.openedAt <= openedSince) return null
  const dueSince = touchDueSince(now)
  if (found.lastUsedAt <= dueSince) await touchSession(deps.db, found.caller.sessionId, now, dueSince)
  const { caller, hasSecondFactor } = found
  // An administrator who sees what this account sees has given the own factor.
  const isOwn = caller.viewerId === null
  const mustEnrol = isOwn && !hasSecondFactor && mustHaveSecondFactor(deps.config, caller.heldRoles)
  return { ...caller, mustEnrol }
}
