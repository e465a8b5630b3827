import { LRUCache } from 'lru-cache'
import type { Deps } from '#server/deps.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { AppError } from '#server/lib/errors.ts'
import { enter, havePasses } from './queries.ts'
import { isPass, numberOf, passOf, type Visitor } from './tickets.ts'

const RETRY_AFTER_SECONDS = 10
/** Maximum number of passes cached in this process; a pass is never revoked. */
const MAX_PASSES = 50_000

const passes = new WeakMap<Deps['db'], LRUCache<string, true>>()
const nameOf = ({ eventId, userId }: Visitor): string => `${eventId}:${userId}`

function passesOf({ db }: Pick<Deps, 'db'>): LRUCache<string, true> {
  const cache = passes.get(db) ?? new LRUCache({ max: MAX_PASSES })
  passes.set(db, cache)
  return cache
}

const refused = () => new AppError('in_waiting_room', { retryAfterSeconds: RETRY_AFTER_SECONDS })

const mayEnter = batchedBy(
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
    (entries: (Visitor & { number: number | null })[]) =>
      enter(db, entries, clock.now()),
)

/**
 * Throws 503 `in_waiting_room` before the visitor's turn. Returns the pass with which the account may finish
 * if a room opens; null if it was admitted by a ticket.
 */
export async function enterRoom(
  deps: Deps,
  { ticket, pass, ...visitor }: Visitor & { ticket: string | null; pass: string | null },
): Promise<string | null> {
  deps.waitingRooms.noteVisitor(visitor.eventId)
  const key = deps.secrets.waitingRoomKey
  const at = deps.clock.now()
  if (!deps.waitingRooms.find(visitor.eventId)) return passOf(key, visitor, at)
  if (passesOf(deps).has(nameOf(visitor))) return null
  if (pass && isPass(key, visitor, pass, at)) return pass
  const number = ticket && numberOf(key, visitor.eventId, ticket)
  if (!(await mayEnter(deps, { ...visitor, number: number || null }))) throw refused()
  passesOf(deps).set(nameOf(visitor), true)
  return null
}

const hasPass = batchedBy(
  ({ db }: Pick<Deps, 'db'>) =>
    (visitors: Visitor[]) =>
      havePasses(db, visitors),
)

/** Throws 503 `in_waiting_room` for an account that must wait before it may register. */
export async function requirePass(
  deps: Deps,
  { eventId, userId, pass }: Visitor & { pass: string | null },
): Promise<void> {
  const visitor = { eventId, userId }
  if (!deps.waitingRooms.find(eventId) || passesOf(deps).has(nameOf(visitor))) return
  if (pass && isPass(deps.secrets.waitingRoomKey, visitor, pass, deps.clock.now())) return
  if (!(await hasPass(deps, visitor))) throw refused()
  passesOf(deps).set(nameOf(visitor), true)
}
