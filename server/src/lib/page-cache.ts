import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
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

export interface Page {
  status: number
  contentType: string
  location: string | null
  etag: string
  /** Content-Security-Policy with the sha256 of our own inline scripts, collected while rendering and not from the page. */
  policy: string
  body: Buffer
  br: Buffer
  gzip: Buffer
}

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

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const createCache = (max: number, maxSize: number) =>
  new LRUCache<string, { page: Page; at: number }>({
    max,
    maxSize,
    sizeCalculation: ({ page }) => page.body.length + page.br.length + page.gzip.length + 1,
  })

export type Found = 'fresh' | 'stale' | 'none'

/**
 * Caches rendered and compressed public pages, which are the same for everybody (the session is in the browser). Searches have a
 * cache of their own, so that they cannot evict pages.
 */
export function createPageCache<A extends PageAddress>(
  web: Pages<A>,
  onFound: (found: Found) => void = () => undefined,
) {
  const pages = createCache(2_000, 128 * MB)
  const searches = createCache(200, 16 * MB)
  const cacheOf = ({ typed }: A) => (typed ? searches : pages)
  const inFlight = new Map<string, Promise<Page>>()
  const turns = createTurns(RENDERS)
  const typedTurns = createTurns(TYPED_RENDERS)
  let generation = 0

  async function render(address: A, visitor: string): Promise<Page> {
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

  async function renderInTurn(address: A): Promise<Page> {
    const end = await turns.take('')
    try {
      return await toPage(await web.render(address), cacheOf(address).get(address.url)?.page)
    } finally {
      end()
    }
  }

  /** Concurrent requests for the same page share one rendering. */
  function once(key: string, make: () => Promise<Page>): Promise<Page> {
    const running = inFlight.get(key)
    if (running) return running
    const made = make().finally(() => {
      if (inFlight.get(key) === made) inFlight.delete(key)
    })
    inFlight.set(key, made)
    return made
  }

  async function make(address: A, visitor: string): Promise<Page> {
    const startedIn = generation
    const page = await render(address, visitor)
    // The number of pages without typed text is bounded, including redirects and the "not found" page.
    const cacheable = page.status === 200 || (!address.typed && page.status < 500)
    if (cacheable && startedIn === generation)
      cacheOf(address).set(address.url, { page, at: performance.now() })
    return page
  }

  /** The page of an address that `find` returned. */
  function at(address: A, visitor: string): Promise<Page> | Page {
    const kept = cacheOf(address).get(address.url)
    const age = kept ? performance.now() - kept.at : Number.POSITIVE_INFINITY
    if (kept && age < FRESH_MS) return kept.page
    return once(address.url, () => make(address, visitor))
  }

  const renew = (address: A, visitor: string): Promise<Page> =>
    once(`find ${address.url}`, async () => at(await web.find(address), visitor))

  return {
    async get(address: A, visitor: string): Promise<Page> {
      const kept = cacheOf(address).get(address.url)
      const age = kept ? performance.now() - kept.at : Number.POSITIVE_INFINITY
      const found = !kept || age >= STALE_MS ? 'none' : age < FRESH_MS ? 'fresh' : 'stale'
      onFound(found)
      if (kept && found === 'fresh') return kept.page
      if (kept && found === 'stale') {
        // When rendering fails the stale page is served until STALE_MS; then the error is.
        renew(address, visitor).catch(() => undefined)
        return kept.page
      }
      return renew(address, visitor)
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

/** Compressed anew only if its content is another one than `before`. */
async function toPage(response: Response, before: Page | undefined): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const [br, gzipped] =
    before?.etag === etag
      ? [before.br, before.gzip]
      : await Promise.all([
          compressBrotli(body, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 5,
              [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
            },
          }),
          compressGzip(body),
        ])
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    location: response.headers.get('location'),
    etag,
    policy: contentSecurityPolicy(response.headers.get(SCRIPT_HASHES_HEADER) ?? ''),
    body,
    br,
    gzip: gzipped,
  }
}
