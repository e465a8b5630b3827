import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createTurns } from './turns.ts'

/** The page that a request asks for, as the web room tells it: `web/app/page-address.ts`. */
export interface PageAddress {
  url: string
  /** There may be any number of such pages. */
  typed: boolean
}

/** What the web room can do with an address. */
export interface Pages<A extends PageAddress> {
  /** The address itself, or that of the page that says that there is nothing at it. */
  find(address: A): Promise<A>
  render(address: A): Promise<Response>
}

export interface Page {
  status: number
  contentType: string
  location: string | null
  etag: string
  /** sha256 sources of our own inline scripts, for the Content-Security-Policy; of nothing that merely stands in the page. */
  scriptHashes: string
  body: Buffer
  br: Buffer
  gzip: Buffer
}

/** The header of a rendered page that names our own inline scripts; the browser gets it in the Content-Security-Policy. */
const SCRIPT_HASHES_HEADER = 'x-script-hashes'

/** A page is served as it is for this long, and while a newer one is made for as long again. */
const FRESH_MS = 1_000
const STALE_MS = 5_000

const MB = 1024 * 1024
/** Rendering shares its thread with everything else: more at once would only make each of them later. */
const RENDERS = { atOnce: 2, waiting: 200 }
/** What somebody typed is rendered one at a time, and nobody makes the others wait. */
const TYPED_RENDERS = { atOnce: 1, waiting: 40, waitingPerOwner: 4 }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const keep = (max: number, maxSize: number) =>
  new LRUCache<string, { page: Page; at: number }>({
    max,
    maxSize,
    sizeCalculation: ({ page }) => page.body.length + page.br.length + page.gzip.length + 1,
  })

/**
 * Public pages are the same for everybody (the session lives in the browser), so each is rendered once and its bytes kept. Searches
 * are kept apart: made-up ones push out each other, and no page.
 */
export function createPageCache<A extends PageAddress>(web: Pages<A>) {
  const pages = keep(2_000, 128 * MB)
  const searches = keep(200, 16 * MB)
  const keptIn = ({ typed }: A) => (typed ? searches : pages)
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
      // For as long as a search took, the others have the thread to themselves.
      wait(performance.now() - started, undefined, { ref: false }).then(end)
    }
  }

  async function renderInTurn(address: A): Promise<Page> {
    const end = await turns.take('')
    try {
      return await toPage(await web.render(address))
    } finally {
      end()
    }
  }

  /** Who asks while it is made waits for the same one. */
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
    // Of pages that nobody types there are only so many, a redirection and the one of what is not there among them.
    const good = page.status === 200 || (!address.typed && page.status < 500)
    if (good && startedIn === generation) keptIn(address).set(address.url, { page, at: performance.now() })
    return page
  }

  /** The page of an address that was found. */
  function at(address: A, visitor: string): Promise<Page> | Page {
    const kept = keptIn(address).get(address.url)
    const age = kept ? performance.now() - kept.at : Number.POSITIVE_INFINITY
    if (kept && age < FRESH_MS) return kept.page
    return once(address.url, () => make(address, visitor))
  }

  const renew = (address: A, visitor: string): Promise<Page> =>
    once(`find ${address.url}`, async () => at(await web.find(address), visitor))

  return {
    async get(address: A, visitor: string): Promise<Page> {
      const kept = keptIn(address).get(address.url)
      const age = kept ? performance.now() - kept.at : Number.POSITIVE_INFINITY
      if (kept && age < FRESH_MS) return kept.page
      if (kept && age < STALE_MS) {
        // Failing to renew keeps the old page; the next visitor past its end sees the failure.
        renew(address, visitor).catch(() => undefined)
        return kept.page
      }
      return renew(address, visitor)
    },
    /** Something public changed: nothing rendered before now is served again. */
    clear() {
      generation++
      pages.clear()
      searches.clear()
      inFlight.clear()
    },
  }
}

async function toPage(response: Response): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  const [br, gzipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body),
  ])
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    location: response.headers.get('location'),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    scriptHashes: response.headers.get(SCRIPT_HASHES_HEADER) ?? '',
    body,
    br,
    gzip: gzipped,
  }
}
