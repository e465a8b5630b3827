import { LRUCache } from 'lru-cache'
import { type Kept, toKept } from './kept.ts'

/** What is left of everything may be a second old; every other change is told by `clear`. */
const OLDEST_MS = 1_000
/** From this age on an answer is made anew while it is still sent, so that nobody waits for it in a rush. */
const RENEW_MS = 500
const MB = 1024 * 1024

interface Making {
  key: string
  route: string
  make: () => Promise<unknown>
}

/** Public answers, the same for everybody, kept in memory and compressed once for each content. */
export interface AnswerCache {
  get(making: Making): Promise<Kept>
  /** The answer of an address that was asked for before, while it needs not be made anew. */
  fresh(url: string): Kept | undefined
  /** The key of an address that was asked for before, so that it is not read again. */
  keys: LRUCache<string, string>
  /** Drops every answer, also those being made. Nothing is kept before the first call: it is made when changes are listened for. */
  clear(): void
}

/** `headers`: those of every response. */
export function createAnswerCache(headers: Readonly<Record<string, string>>): AnswerCache {
  const kept = new LRUCache<string, { answer: Kept; at: number; generation: number }>({
    max: 1_000,
    maxSize: 64 * MB,
    sizeCalculation: ({ answer }) => answer.body.length + answer.br.length + answer.gzip.length,
  })
  const making = new Map<string, Promise<Kept>>()
  const keys = new LRUCache<string, string>({ max: 5_000 })
  let generation = 0

  const ageOf = (key: string) => {
    const found = kept.get(key)
    return found?.generation === generation ? performance.now() - found.at : Number.POSITIVE_INFINITY
  }

  async function remake({ key, route, make }: Making): Promise<Kept> {
    const at = performance.now()
    const startedIn = generation
    const body = Buffer.from(JSON.stringify(await make()))
    const type = { 'content-type': 'application/json; charset=utf-8' }
    const made = { route, status: 200, headers: { ...headers, ...type }, body }
    const answer = await toKept(made, kept.get(key)?.answer)
    if (startedIn === generation && generation > 0) kept.set(key, { answer, at, generation })
    return answer
  }

  /** Concurrent requests share one making. */
  function once(wanted: Making): Promise<Kept> {
    const { key } = wanted
    const running = making.get(key)
    if (running) return running
    const made = remake(wanted).finally(() => {
      if (making.get(key) === made) making.delete(key)
    })
    making.set(key, made)
    return made
  }

  return {
    keys,
    async get(wanted) {
      const found = kept.get(wanted.key)
      const age = ageOf(wanted.key)
      if (!found || age >= OLDEST_MS) return once(wanted)
      // When it cannot be made, who asks after OLDEST_MS is told.
      if (age >= RENEW_MS) once(wanted).catch(() => undefined)
      return found.answer
    },
    fresh(url) {
      const key = keys.get(url)
      return key !== undefined && ageOf(key) < RENEW_MS ? kept.get(key)?.answer : undefined
    },
    clear() {
      generation++
      making.clear()
    },
  }
}
