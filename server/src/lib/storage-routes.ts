import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from './errors.ts'
import { type Files, PUBLIC_FOLDERS } from './files.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gpx': 'application/gpx+xml',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}
/** A stored file that is opened directly may not run scripts or load anything. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
/** PDF viewers of browsers do not start in a sandbox. */
const PDF_POLICY = "frame-ancestors 'none'"

const PATH = new RegExp(`^(?:${PUBLIC_FOLDERS.join('|')})(?:/[a-z0-9][\\w-]*)*/[a-z0-9][\\w-]*\\.[a-z0-9]+$`)

/** Avatars are not cached: a deleted picture of a person must disappear immediately. */
const PERSONAL = 'avatars/'

interface Stored {
  body: Buffer
  /** Brotli, for SVG only: the other formats are compressed already. */
  br: Buffer | null
  etag: string
}

const brotli = promisify(brotliCompress)
/** Quality 5 is a third larger than the maximum but thirty times as fast: the first visitor waits. */
const compress = (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** The content of a path never changes, so responses are immutable. */
export function storageRoutes(app: FastifyInstance, files: Files): void {
  const cache = new LRUCache<string, Stored>({
    max: 5_000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ body, br }) => body.length + (br?.length ?? 0) + 1,
  })

  async function load(path: string): Promise<Stored | null> {
    const known = cache.get(path)
    if (known) return known
    const body = await files.read(path)
    if (!body) return null
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const stored = { body, br: extname(path) === '.svg' ? await compress(body) : null, etag }
    if (!path.startsWith(PERSONAL)) cache.set(path, stored)
    return stored
  }

  app.get<{ Params: { '*': string } }>('/storage/*', async (request, reply) => {
    const path = request.params['*']
    const type = TYPES[extname(path)]
    const stored = type && PATH.test(path) ? await load(path) : null
    if (!type || !stored) throw new AppError('not_found')
    reply
      .header('content-type', type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', type === TYPES['.pdf'] ? PDF_POLICY : SANDBOX)
      .header('etag', stored.etag)
    if (stored.br) reply.header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === stored.etag) return reply.code(304).send()
    if (stored.br && /\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.header('content-encoding', 'br').send(stored.br)
    return reply.send(stored.body)
  })
}
