import { AppError } from './errors.ts'

interface Bounds {
  /** How many do it at one time, of all and of one owner. */
  atOnce: number
  perOwner?: number
  /** How many wait for it at most, of all and of one owner. */
  waiting: number
  waitingPerOwner?: number
}

interface Waiting {
  owner: string
  enter: () => void
}

export interface Turns {
  /**
   * Waits for `owner`'s turn; answers how to end it, once. Throws 503 when too many wait, 429 when too many of this owner do, and
   * the signal's reason when whoever waits has gone.
   */
  take(owner: string, signal?: AbortSignal): Promise<() => void>
}

const RETRY_AFTER_SECONDS = 5

/**
 * Lets few do at once what costs much. The others wait in the order they came, but nobody is held up by an owner who already has
 * what one owner may have.
 */
export function createTurns(bounds: Bounds): Turns {
  const { atOnce, perOwner = atOnce, waiting: most, waitingPerOwner = most } = bounds
  const running = new Map<string, number>()
  const queue: Waiting[] = []
  let busy = 0

  const runningOf = (owner: string) => running.get(owner) ?? 0
  const mayEnter = (owner: string) => busy < atOnce && runningOf(owner) < perOwner

  function start(owner: string): () => void {
    busy++
    running.set(owner, runningOf(owner) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      busy--
      const left = runningOf(owner) - 1
      if (left > 0) running.set(owner, left)
      else running.delete(owner)
      const next = queue.findIndex((one) => mayEnter(one.owner))
      if (next >= 0) queue.splice(next, 1)[0]?.enter()
    }
  }

  return {
    async take(owner, signal) {
      signal?.throwIfAborted()
      if (mayEnter(owner)) return start(owner)
      if (queue.length >= most) throw new AppError('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      if (queue.filter((one) => one.owner === owner).length >= waitingPerOwner)
        throw new AppError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return new Promise((resolve, reject) => {
        const place: Waiting = {
          owner,
          enter: () => {
            signal?.removeEventListener('abort', leave)
            resolve(start(owner))
          },
        }
        const leave = () => {
          queue.splice(queue.indexOf(place), 1)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        queue.push(place)
      })
    },
  }
}
