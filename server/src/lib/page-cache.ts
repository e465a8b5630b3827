import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Kept, toKept } from './kept.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { createTurns } from './turns.ts'

/** The normalized address of a page, made by `web/app/page-address.ts`. */
export interface PageAddress {
  url: string
  /** Contains text that a visitor typed: there is no limit to the number of such pages. */
  typed: boolean
}

/** Implemented by the web room. */
export interface Pages<A extends PageAddress> {
  /** The address itself, or that of the "not found" page. */
  find(address: A): Promise<A>
  render(address: A): Promise<Response>
}

/** The route of every page. */
export const PAGES = '/*'

/** Internal header by which a rendered page passes these sources. */
const SCRIPT_HASHES_HEADER = 'x-script-hashes'

/** Up to FRESH_MS a page is served from the cache, up to STALE_MS too while it is rendered again. */
const FRESH_MS = 1_000
const STALE_MS = 5_000

const MB = 1024 * 1024
/** Rendering shares one thread with everything else: more concurrency would only delay each page. */
const RENDERS = { atOnce: 2, waiting: 200 }
/** Searches are rendered one at a time, with a bounded queue for each visitor. */
const TYPED_RENDERS = { atOnce: 1, waiting: 40, waitingPerOwner: 4 }

/** RFC 9213: for caches in front of the server alone, which may also bridge its restart. */
const SHARED = 'max-age=1, stale-while-revalidate=10, stale-if-error=300'

const createCache = (max: number, maxSize: number) =>
  new LRUCache<string, { page: Kept; at: number }>({
    max,
    maxSize,
    sizeCalculation: ({ page }) => page.body.length + page.br.length + page.gzip.length + 1,
  })

export type Found = 'fresh' | 'stale' | 'none'

interface Options {
  /** Those of every response. */
  headers: Readonly<Record<string, string>>
  onFound?: ((found: Found) => void) | undefined
}

/**
 * Caches rendered and compressed public pages, which are the same for everybody (the session is in the browser). Searches have a
 * cache of their own, so that they cannot evict pages.
 */
export function createPageCache<A extends PageAddress>(
  web: Pages<A>,
  { headers, onFound = () => undefined }: Options,
) {
  const pages = createCache(2_000, 128 * MB)
  const searches = createCache(200, 16 * MB)
  const cacheOf = ({ typed }: A) => (typed ? searches : pages)
  const inFlight = new Map<string, Promise<Kept>>()
  const turns = createTurns(RENDERS)
  const typedTurns = createTurns(TYPED_RENDERS)
  let generation = 0

  async function render(address: A, visitor: string): Promise<Kept> {
    if (!address.typed) return renderInTurn(address)
    const end = await typedTurns.take(visitor)
    const started = performance.now()
    try {
      return await renderInTurn(address)
    } finally {
      // Searches use at most half of the thread's time: the next one waits for as long as this one took.
      wait(performance.now() - started, undefined, { ref: false }).then(end)
    }
  }

  async function renderInTurn(address: A): Promise<Kept> {
    const end = await turns.take('')
    try {
      const response = await web.render(address)
      const made = {
        route: PAGES,
        status: response.status,
        headers: { ...headers, ...headersOf(response, address) },
        body: Buffer.from(await response.arrayBuffer()),
      }
      return await toKept(made, cacheOf(address).get(address.url)?.page)
    } finally {
      end()
    }
  }

  /** Concurrent requests for the same page share one rendering. */
  function once(key: string, make: () => Promise<Kept>): Promise<Kept> {
    const running = inFlight.get(key)
    if (running) return running
    const made = make().finally(() => {
      if (inFlight.get(key) === made) inFlight.delete(key)
    })
    inFlight.set(key, made)
    return made
  }

  async function make(address: A, visitor: string): Promise<Kept> {
    const startedIn = generation
    const page = await render(address, visitor)
    // The number of pages without typed text is bounded, including redirects and the "not found" page.
    const cacheable = page.status === 200 || (!address.typed && page.status < 500)
    if (cacheable && startedIn === generation)
      cacheOf(address).set(address.url, { page, at: performance.now() })
    return page
  }

  /** The page of an address that `find` returned. */
  function at(address: A, visitor: string): Promise<Kept> | Kept {
    return keptFor(FRESH_MS, address) ?? once(address.url, () => make(address, visitor))
  }

  function keptFor(ms: number, address: A): Kept | undefined {
    const kept = cacheOf(address).get(address.url)
    return kept && performance.now() - kept.at < ms ? kept.page : undefined
  }

  function fresh(address: A): Kept | undefined {
    const page = keptFor(FRESH_MS, address)
    if (page) onFound('fresh')
    return page
  }

  const renew = (address: A, visitor: string): Promise<Kept> =>
    once(`find ${address.url}`, async () => at(await web.find(address), visitor))

  return {
    /** The page of an address that `get` was asked for before, while it needs not be rendered again. */
    fresh,
    async get(address: A, visitor: string): Promise<Kept> {
      const page = fresh(address)
      if (page) return page
      const stale = keptFor(STALE_MS, address)
      onFound(stale ? 'stale' : 'none')
      const renewed = renew(address, visitor)
      if (!stale) return renewed
      // When rendering fails the stale page is served until STALE_MS; then the error is.
      renewed.catch(() => undefined)
      return stale
    },
    /** Drops every page, including those being rendered. */
    clear() {
      generation++
      pages.clear()
      searches.clear()
      inFlight.clear()
    },
  }
}

function headersOf({ status, headers }: Response, { typed }: PageAddress): Record<string, string> {
  const location = headers.get('location')
  return {
    'content-type': headers.get('content-type') ?? 'text/html; charset=utf-8',
    // With the sha256 of our own inline scripts, collected while rendering and not from the page.
    'content-security-policy': contentSecurityPolicy(headers.get(SCRIPT_HASHES_HEADER) ?? ''),
    ...(location !== null && { location }),
    // Every visitor's browser asks again; a CDN asks once a second for everybody. Searches are not worth its memory.
    ...(!typed && status < 500 && { 'cdn-cache-control': SHARED }),
  }
}
