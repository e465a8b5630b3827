import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** Maximum number of concurrent exports, because each holds a database connection for the whole download. */
export const AT_ONCE = 3
const MOST_WAITING = 100
/** An owner who does not retry within `POSITION_KEPT_MS` loses the position. */
const ASK_AGAIN_SECONDS = 2
const POSITION_KEPT_MS = 10_000

interface Waiting {
  owner: string
  /** Time of the last request, in milliseconds. */
  askedAt: number
}

/** Each owner runs one export at a time. A position is kept while its owner keeps retrying. */
export function createExportQueue() {
  const running = new Set<string>()
  let queue: Waiting[] = []

  return {
    /** Returns a function that ends the export. Throws 409 while others are ahead, 503 when too many wait. */
    enter(owner: string, now: number): () => void {
      queue = queue.filter((one) => one.owner === owner || now - one.askedAt < POSITION_KEPT_MS)
      const at = queue.findIndex((one) => one.owner === owner)
      const before = queue.slice(0, at < 0 ? queue.length : at)
      // An owner whose own export is running blocks no other.
      const next = before.filter((one) => !running.has(one.owner))
      if (!running.has(owner) && running.size + next.length < AT_ONCE) {
        queue = queue.filter((one) => one.owner !== owner)
        running.add(owner)
        return () => running.delete(owner)
      }
      if (at < 0 && queue.length >= MOST_WAITING) throw new AppError('busy', { retryAfterSeconds: 30 })
      const mine = queue[at]
      if (mine) mine.askedAt = now
      else queue.push({ owner, askedAt: now })
      throw new AppError('export_waiting', {
        message: running.has(owner) ? OWN_RUNS : wordsOf(running.size + before.length),
        retryAfterSeconds: ASK_AGAIN_SECONDS,
        waiting: running.size + before.length,
      })
    },
  }
}

/** One queue per database in this process. */
const queues = new WeakMap<Db, ReturnType<typeof createExportQueue>>()

/** Realizadores share the slot of their organizer, who could create any number of them. */
function ownerOf({ organizer, userId }: Caller): string {
  return organizer ? `organizer ${organizer.parentId ?? organizer.id}` : `user ${userId}`
}

export function enterExports(db: Db, caller: Caller, now: number): () => void {
  const queue = queues.get(db) ?? createExportQueue()
  queues.set(db, queue)
  return queue.enter(ownerOf(caller), now)
}

const OWN_RUNS =
  'Já há uma exportação sua, ou da sua organização, em andamento. Esta começa quando ela terminar.'
const wordsOf = (before: number) =>
  before === 1
    ? 'Há 1 exportação antes da sua. Ela começa quando chegar a sua vez.'
    : `Há ${before} exportações antes da sua. Ela começa quando chegar a sua vez.`
