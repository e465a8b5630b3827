import { AppError } from '#server/lib/errors.ts'

/** Each keeps a connection to the database for as long as somebody downloads. */
const AT_ONCE = 3
/** Far more than ever export at one time. */
const MOST_WAITING = 100
/** Whoever waits asks again after the first; a place nobody asked for during the second is given up. */
const ASK_AGAIN_SECONDS = 2
const PLACE_KEPT_MS = 10_000

interface Waiting {
  account: number
  /** Asked last, in milliseconds. */
  askedAt: number
}

/**
 * Who exports next: one at a time of each account, in the order in which they first asked. Nobody waits with an open connection: the
 * place in the queue is the account's, kept for as long as it goes on asking.
 */
export function createExportQueue() {
  const running = new Set<number>()
  let queue: Waiting[] = []

  return {
    /** Yields how to leave again. Throws 503 with how many are before this account while it is not its turn. */
    enter(account: number, now: number): () => void {
      queue = queue.filter((one) => one.account === account || now - one.askedAt < PLACE_KEPT_MS)
      const at = queue.findIndex((one) => one.account === account)
      const before = queue.slice(0, at < 0 ? queue.length : at)
      // Those whose own export runs hold up nobody but themselves.
      const next = before.filter((one) => !running.has(one.account))
      if (!running.has(account) && running.size + next.length < AT_ONCE) {
        queue = queue.filter((one) => one.account !== account)
        running.add(account)
        return () => running.delete(account)
      }
      if (at < 0 && queue.length >= MOST_WAITING) throw new AppError('busy', { retryAfterSeconds: 30 })
      const mine = queue[at]
      if (mine) mine.askedAt = now
      else queue.push({ account, askedAt: now })
      throw new AppError('busy', {
        message: running.has(account) ? OWN_RUNS : wordsOf(running.size + before.length),
        retryAfterSeconds: ASK_AGAIN_SECONDS,
        waiting: running.size + before.length,
      })
    },
  }
}

const OWN_RUNS = 'Você já tem uma exportação em andamento. Esta começa quando ela terminar.'
const wordsOf = (before: number) =>
  before === 1
    ? 'Há 1 exportação antes da sua. Ela começa quando chegar a sua vez.'
    : `Há ${before} exportações antes da sua. Ela começa quando chegar a sua vez.`
