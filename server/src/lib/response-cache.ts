import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'

interface Limits {
  /** Responses, and their bytes. */
  max: number
  maxSize: number
  /** Served up to `freshMs`, and up to `staleMs` while made again. */
  freshMs: number
  staleMs: number
}

interface Made {
  response: CachedResponse
  /** When the response was made, by `performance.now()`. */
  at: number
  cacheable: boolean
}

/** Responses for everybody, by key: made once for concurrent requests, and forgotten together. */
export function createResponseCache({ max, maxSize, freshMs, staleMs }: Limits) {
  const entries = new LRUCache<string, Made & { generation: number }>({
    max,
    maxSize,
    sizeCalculation: ({ response: { body, br, gzip } }) => body.length + br.length + gzip.length + 1,
  })
  const running = new Map<string, Promise<CachedResponse>>()
  let generation = 0

  function youngerThan(ms: number, key: string): CachedResponse | undefined {
    const entry = entries.get(key)
    return entry?.generation === generation && performance.now() - entry.at < ms ? entry.response : undefined
  }

  function once(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const found = running.get(key)
    if (found) return found
    const made = make().finally(() => {
      if (running.get(key) === made) running.delete(key)
    })
    running.set(key, made)
    return made
  }

  return {
    once,
    fresh: (key: string) => youngerThan(freshMs, key),
    stale: (key: string) => youngerThan(staleMs, key),
    /** `make` receives the previous response, whose compressed bytes it reuses for equal content. */
    renew: (key: string, make: (before: CachedResponse | undefined) => Promise<Made>) =>
      once(key, async () => {
        const startedIn = generation
        const made = await make(entries.get(key)?.response)
        if (made.cacheable && startedIn === generation) entries.set(key, { ...made, generation })
        return made.response
      }),
    clear() {
      generation++
      running.clear()
    },
  }
}
