import { LRUCache } from 'lru-cache'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { gatheredBy } from '#server/lib/gather.ts'
import { enter, havePasses } from './queries.ts'
import { numberOf } from './tickets.ts'

/** Who was in the wizard when the room opened may finish. */
const FINISH_MS = 20 * 60_000
const RETRY_AFTER_SECONDS = 10
/** Of this process; a pass is never taken back. */
const MAX_PASSES = 50_000

interface Visitor {
  eventId: number
  userId: number
}

const passes = new WeakMap<Deps['db'], LRUCache<string, true>>()
const nameOf = ({ eventId, userId }: Visitor): string => `${eventId}:${userId}`

function passesOf({ db }: Pick<Deps, 'db'>): LRUCache<string, true> {
  const kept = passes.get(db) ?? new LRUCache({ max: MAX_PASSES })
  passes.set(db, kept)
  return kept
}

const refused = () => new AppError('in_waiting_room', { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Lets an account into the wizard while the event's room is open. Throws 503 `in_waiting_room` before its turn. */
export async function enterRoom(
  deps: Deps,
  { ticket, ...visitor }: Visitor & { ticket: string | null },
): Promise<void> {
  deps.waitingRooms.noteVisitor(visitor.eventId)
  if (!deps.waitingRooms.find(visitor.eventId) || passesOf(deps).has(nameOf(visitor))) return
  const number = ticket && numberOf(deps.secrets.waitingRoomKey, visitor.eventId, ticket)
  const isIn = await enter(deps.db, { ...visitor, number: number || null, at: deps.clock.now() })
  if (!isIn) throw refused()
  passesOf(deps).set(nameOf(visitor), true)
}

const hasPass = gatheredBy(
  ({ db }: Pick<Deps, 'db'>) =>
    (visitors: Visitor[]) =>
      havePasses(db, visitors),
)

/** Throws 503 `in_waiting_room` for an account that has to wait before it may register. */
export async function requirePass(deps: Deps, visitor: Visitor): Promise<void> {
  const room = deps.waitingRooms.find(visitor.eventId)
  if (!room || passesOf(deps).has(nameOf(visitor))) return
  if (deps.clock.now().getTime() - room.openedAt.getTime() < FINISH_MS) return
  if (!(await hasPass(deps, visitor))) throw refused()
  passesOf(deps).set(nameOf(visitor), true)
}
