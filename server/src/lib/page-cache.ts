import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export interface Page {
  status: number
  contentType: string
  location: string | null
  etag: string
  /** sha256 sources of its inline scripts, for the Content-Security-Policy. */
  scriptHashes: string[]
  body: Buffer
  br: Buffer
  gzip: Buffer
}

/** A page is served as it is for this long, and while a newer one is made for as long again. */
const FRESH_MS = 1_000
const STALE_MS = 5_000

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Public pages are the same for everybody (the session lives in the browser), so each is rendered once and its bytes kept. */
export function createPageCache(render: (url: string) => Promise<Response>) {
  const pages = new LRUCache<string, { page: Page; at: number }>({
    max: 2_000,
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: ({ page }) => page.body.length + page.br.length + page.gzip.length + 1,
  })
  const inFlight = new Map<string, Promise<Page>>()
  let generation = 0

  function make(url: string): Promise<Page> {
    const running = inFlight.get(url)
    if (running) return running
    const startedIn = generation
    const made = render(url)
      .then(toPage)
      .then((page) => {
        if (page.status === 200 && startedIn === generation) pages.set(url, { page, at: performance.now() })
        return page
      })
      .finally(() => {
        if (inFlight.get(url) === made) inFlight.delete(url)
      })
    inFlight.set(url, made)
    return made
  }

  return {
    async get(url: string): Promise<Page> {
      const kept = pages.get(url)
      const age = kept ? performance.now() - kept.at : Number.POSITIVE_INFINITY
      if (kept && age < FRESH_MS) return kept.page
      if (kept && age < STALE_MS) {
        // Failing to renew keeps the old page; the next visitor past its end sees the failure.
        make(url).catch(() => undefined)
        return kept.page
      }
      return make(url)
    },
    /** Something public changed: nothing rendered before now is served again. */
    clear() {
      generation++
      pages.clear()
      inFlight.clear()
    },
  }
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

async function toPage(response: Response): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  const contentType = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
  const scripts = contentType.startsWith('text/html') ? body.toString('utf8').matchAll(INLINE_SCRIPT) : []
  const [br, gzipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body),
  ])
  return {
    status: response.status,
    contentType,
    location: response.headers.get('location'),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    scriptHashes: [...scripts].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    ),
    body,
    br,
    gzip: gzipped,
  }
}
