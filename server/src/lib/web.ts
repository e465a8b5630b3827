import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from './errors.ts'
import { type Kept, sendKept } from './kept.ts'
import { createPageCache, type Found, PAGES, type PageAddress, type Pages } from './page-cache.ts'

/** In-process API client of the web room's loaders; the same shape as the web's `ServerApi`. */
export interface ServerApi {
  get(path: string): Promise<{ status: number; body: unknown }>
  contactPhone?: string | null
}

/** The web room's pages, built or from its sources: `web/app/server.ts`. */
export interface WebPages extends Pages<PageAddress> {
  addressOf(requestLine: string): PageAddress | Promise<PageAddress>
}

export type CreateWebPages = (api: ServerApi, origin: string) => WebPages

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'web/build/client')

/** The source of pages and assets: the build, or Vite in development. */
export interface Web {
  createPages: CreateWebPages
  mountAssets(app: FastifyInstance, forgetPages: () => void): void | Promise<void>
}

/** For files that are part of a page and no page: the long policy of pages would double the smallest ones. */
const ASSET_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The build of `npm run build`, loaded by path because it may not exist. */
export async function builtWeb(): Promise<Web> {
  const entry = pathToFileURL(join(ROOT, 'web/build/server/index.js')).href
  const built: { createWebPages: CreateWebPages } = await import(entry)
  return { createPages: built.createWebPages, mountAssets: mountBuiltAssets }
}

function mountBuiltAssets(app: FastifyInstance): void {
  app.register(fastifyStatic, {
    root: CLIENT,
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(CLIENT, 'assets'))
      response.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      if (hashed) response.header('content-security-policy', ASSET_POLICY)
    },
  })
}

/** Parsed addresses are cached up to this length. */
const LONGEST_LINE = 300

interface WebOptions {
  publicUrl: string
  /** Those of every response. */
  headers: Readonly<Record<string, string>>
  onFound?: (found: Found) => void
}

/** Serves the web's assets and, from the page cache, its pages. */
export async function mountWeb(
  app: FastifyInstance,
  web: Web,
  api: ServerApi,
  { publicUrl, ...options }: WebOptions,
) {
  const rendered = web.createPages(api, publicUrl)
  const pages = createPageCache(rendered, options)
  const addresses = new LRUCache<string, PageAddress>({ max: 5_000 })
  const addressOf = async (line: string): Promise<PageAddress> => {
    const known = addresses.get(line)
    if (known) return known
    const address = await rendered.addressOf(line)
    if (line.length <= LONGEST_LINE) addresses.set(line, address)
    return address
  }
  await web.mountAssets(app, pages.clear)
  // Missing assets are 404, not a page: a stale page may request a script of the previous build.
  app.get('/assets/*', async () => {
    throw new AppError('not_found')
  })
  app.get(PAGES, async (request, reply) => {
    try {
      const address = await addressOf(request.url)
      const page = await pages.get(address, request.ip)
      sendKept(request.raw, reply.raw, page, request.id)
      reply.hijack()
    } catch (error) {
      if (error instanceof AppError && error.retryAfterSeconds) return sendBusyPage(reply, error)
      throw error
    }
  })
  const freshPage = (url: string): Kept | undefined => {
    const address = addresses.get(url)
    return address && pages.fresh(address)
  }
  return { freshPage, clearPages: pages.clear }
}

/** An HTML page that reloads itself. */
function sendBusyPage(reply: FastifyReply, { status, message, retryAfterSeconds = 5 }: AppError) {
  return reply
    .code(status)
    .header('retry-after', retryAfterSeconds)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${retryAfterSeconds}"><title>Só um momento · Largada</title><style>:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style><h1>Só um momento</h1><p>${message}</p><p>Esta página tenta de novo sozinha.</p>`,
    )
}
