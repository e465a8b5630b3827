import { setTimeout as wait } from 'node:timers/promises'
import { type CachedResponse, toCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { createTurns } from './turns.ts'

/** Made by `web/app/navigation/page-address.ts`. */
export interface PageAddress {
  url: string
  /** The address contains text typed by a visitor, so the number of such pages is unbounded. */
  typed: boolean
}

/** Implemented by `web/app/server.ts`. */
export interface Pages<A extends PageAddress> {
  /** Returns the address itself, or that of the "not found" page. */
  find(address: A): Promise<A>
  render(address: A): Promise<Response>
}

/** For metrics. */
export const PAGES = '/*'

/** Internal header by which a rendered page passes the sources of its inline scripts for the CSP. */
const SCRIPT_HASHES_HEADER = 'x-script-hashes'

/** Served from the cache up to `freshMs`, and up to `staleMs` while it is rendered again. */
const AGES = { freshMs: 1_000, staleMs: 5_000 }

const MB = 1024 * 1024
/** Rendering shares one thread with all other work. */
const RENDERS = { atOnce: 2, waiting: 200 }
/** Searches are rendered one at a time, with a bounded queue per visitor. */
const TYPED_RENDERS = { atOnce: 1, waiting: 40, waitingPerOwner: 4 }

/** For shared caches only (RFC 9213); they may also serve the page during a restart of the server. */
const SHARED = 'max-age=1, stale-while-revalidate=10, stale-if-error=300'

export type Found = 'fresh' | 'stale' | 'none'

interface Options {
  headers: Readonly<Record<string, string>>
  onFound?: ((found: Found) => void) | undefined
}

/** Public pages are the same for everybody. Searches have a separate cache: they cannot evict pages. */
export function createPageCache<A extends PageAddress>(
  web: Pages<A>,
  { headers, onFound = () => undefined }: Options,
) {
  const pages = createResponseCache({ max: 2_000, maxSize: 128 * MB, ...AGES })
  const searches = createResponseCache({ max: 200, maxSize: 16 * MB, ...AGES })
  const cacheOf = ({ typed }: A) => (typed ? searches : pages)
  const turns = createTurns(RENDERS)
  const typedTurns = createTurns(TYPED_RENDERS)

  async function render(address: A, visitor: string, before: CachedResponse | undefined) {
    if (!address.typed) return renderInTurn(address, before)
    const end = await typedTurns.take(visitor)
    const started = performance.now()
    try {
      return await renderInTurn(address, before)
    } finally {
      // Searches use at most half of the thread's time: the next waits for as long as this one took.
      wait(performance.now() - started, undefined, { ref: false }).then(end)
    }
  }

  async function renderInTurn(address: A, before: CachedResponse | undefined): Promise<CachedResponse> {
    const end = await turns.take('')
    try {
      const response = await web.render(address)
      const made = {
        route: PAGES,
        status: response.status,
        headers: { ...headers, ...headersOf(response, address) },
        body: Buffer.from(await response.arrayBuffer()),
      }
      return await toCachedResponse(made, before)
    } finally {
      end()
    }
  }

  const make = (address: A, visitor: string): Promise<CachedResponse> =>
    cacheOf(address).renew(address.url, async (before) => {
      const response = await render(address, visitor, before)
      // The number of pages without typed text is bounded, including redirects and the "not found" page.
      const cacheable = response.status === 200 || (!address.typed && response.status < 500)
      return { response, at: performance.now(), cacheable }
    })

  function fresh(address: A): CachedResponse | undefined {
    const page = cacheOf(address).fresh(address.url)
    if (page) onFound('fresh')
    return page
  }

  const renew = (address: A, visitor: string): Promise<CachedResponse> =>
    pages.once(`find ${address.url}`, async () => {
      const found = await web.find(address)
      return cacheOf(found).fresh(found.url) ?? make(found, visitor)
    })

  return {
    fresh,
    async get(address: A, visitor: string): Promise<CachedResponse> {
      const page = fresh(address)
      if (page) return page
      const stale = cacheOf(address).stale(address.url)
      onFound(stale ? 'stale' : 'none')
      const renewed = renew(address, visitor)
      if (!stale) return renewed
      // When rendering fails, the stale page is served until it is too old; after that the request fails.
      renewed.catch(() => undefined)
      return stale
    },
    clear() {
      pages.clear()
      searches.clear()
    },
  }
}

function headersOf({ status, headers }: Response, { typed }: PageAddress): Record<string, string> {
  const location = headers.get('location')
  return {
    'content-type': headers.get('content-type') ?? 'text/html; charset=utf-8',
    // Hashes of our inline scripts are collected during rendering, not parsed from the page.
    'content-security-policy': contentSecurityPolicy(headers.get(SCRIPT_HASHES_HEADER) ?? ''),
    ...(location !== null && { location }),
    // Browsers revalidate on every visit, a CDN once a second. Searches are not cached there.
    ...(!typed && status < 500 && { 'cdn-cache-control': SHARED }),
  }
}
