import { AppError } from './errors.ts'

interface Bounds {
  /** Limits on running work, in total and for one owner. */
  atOnce: number
  perOwner?: number
  /** Queue length, in total and for one owner. */
  waiting: number
  waitingPerOwner?: number
}

interface Waiting {
  owner: string
  enter: () => void
}

export interface Turns {
  /** Returns a function that ends the turn. Throws 503 for a full queue, 429 for this owner's part of it. */
  take(owner: string, signal?: AbortSignal): Promise<() => void>
}

const RETRY_AFTER_SECONDS = 5

/** First come, first served, skipping owners who already have their maximum. */
export function createTurns(bounds: Bounds): Turns {
  const { atOnce, perOwner = atOnce, waiting: maxWaiting, waitingPerOwner = maxWaiting } = bounds
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
      if (queue.length >= maxWaiting) throw new AppError('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      if (queue.filter((one) => one.owner === owner).length >= waitingPerOwner)
        throw new AppError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          owner,
          enter: () => {
            signal?.removeEventListener('abort', leave)
            resolve(start(owner))
          },
        }
        const leave = () => {
          queue.splice(queue.indexOf(entry), 1)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        queue.push(entry)
      })
    },
  }
}
