import { LRUCache } from 'lru-cache'
import { type CachedResponse, toCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

/** The maximum age, for changes that no `clear` announces. */
const OLDEST_MS = 1_000
/** From this age a response is recomputed in the background while the cached one is still sent. */
const RENEW_MS = 500
const MB = 1024 * 1024

interface Making {
  key: string
  route: string
  make: () => Promise<unknown>
}

/** In-memory cache of public responses; equal contents are compressed once. */
export interface AnswerCache {
  get(making: Making): Promise<CachedResponse>
  fresh(url: string): CachedResponse | undefined
  /** Cache keys by request URL, so that a known URL is not parsed again. */
  keys: LRUCache<string, string>
  /** Nothing is cached before the first call, because until then nobody listens for changes. */
  clear(): void
}

export function createAnswerCache(headers: Readonly<Record<string, string>>): AnswerCache {
  const cache = createResponseCache({ max: 1_000, maxSize: 64 * MB, freshMs: RENEW_MS, staleMs: OLDEST_MS })
  const keys = new LRUCache<string, string>({ max: 5_000 })
  let listening = false

  const remake = ({ key, route, make }: Making): Promise<CachedResponse> =>
    cache.renew(key, async (before) => {
      const at = performance.now()
      const body = Buffer.from(JSON.stringify(await make()))
      const type = { 'content-type': 'application/json; charset=utf-8' }
      const made = { route, status: 200, headers: { ...headers, ...type }, body }
      return { response: await toCachedResponse(made, before), at, cacheable: listening }
    })

  return {
    keys,
    async get(wanted) {
      const stale = cache.stale(wanted.key)
      if (!stale) return remake(wanted)
      // A failure is ignored here; the first request after OLDEST_MS receives it.
      if (!cache.fresh(wanted.key)) remake(wanted).catch(() => undefined)
      return stale
    },
    fresh(url) {
      const key = keys.get(url)
      return key === undefined ? undefined : cache.fresh(key)
    },
    clear() {
      listening = true
      cache.clear()
    },
  }
}
