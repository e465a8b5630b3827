import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PlatformSeller } from '#contract/seller.ts'
import { type CachedResponse, sendCached } from './cached-response.ts'
import { AppError } from './errors.ts'
import { findAsset } from './other-releases.ts'
import { createPageCache, type Found, PAGES, type PageAddress, type Pages } from './page-cache.ts'

/** The API client of the loaders; the same shape as the web's `ServerApi`. */
export interface ServerApi {
  get(path: string): Promise<{ status: number; body: unknown }>
  contactPhone?: string | null
  seller?: PlatformSeller | null
}

/** `web/app/server.ts`, built or from its sources. */
export interface WebPages extends Pages<PageAddress> {
  addressOf(requestLine: string): PageAddress | Promise<PageAddress>
}

export type CreateWebPages = (api: ServerApi, origin: string) => WebPages

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'web/build/client')

/** The build, or Vite in development. */
export interface Web {
  createPages: CreateWebPages
  mountAssets(app: FastifyInstance, forgetPages: () => void): void | Promise<void>
  /** The folder of an asset that is not part of this build. */
  findAsset?: (name: string) => Promise<string | null>
}

/** For assets: with the long policy of pages, the smallest responses would be twice as large. */
const ASSET_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The build of `npm run build`, loaded by path because it may not exist. */
export async function builtWeb(releasesDir: string | null = null): Promise<Web> {
  const entry = pathToFileURL(join(ROOT, 'web/build/server/index.js')).href
  const built: { createWebPages: CreateWebPages } = await import(entry)
  return {
    createPages: built.createWebPages,
    mountAssets: mountBuiltAssets,
    ...(releasesDir && { findAsset: (name: string) => findAsset(releasesDir, name) }),
  }
}

function mountBuiltAssets(app: FastifyInstance): void {
  app.register(fastifyStatic, {
    root: CLIENT,
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/build/client/assets/')
      response.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      if (hashed) response.header('content-security-policy', ASSET_POLICY)
    },
  })
}

const LONGEST_LINE = 300

interface WebOptions {
  publicUrl: string
  headers: Readonly<Record<string, string>>
  onFound?: (found: Found) => void
}

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
  // A page opened before an upgrade may request a script of the previous build. Missing assets are 404, not a page.
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*']
    const folder = await web.findAsset?.(name)
    if (!folder) throw new AppError('not_found')
    return reply.sendFile(name, folder)
  })
  app.get(PAGES, async (request, reply) => {
    try {
      const address = await addressOf(request.url)
      const page = await pages.get(address, request.ip)
      sendCached(request.raw, reply.raw, page, request.id)
      reply.hijack()
    } catch (error) {
      if (error instanceof AppError && error.retryAfterSeconds) return sendBusyPage(reply, error)
      throw error
    }
  })
  const freshPage = (url: string): CachedResponse | undefined => {
    const address = addresses.get(url)
    return address && pages.fresh(address)
  }
  return { freshPage, clearPages: pages.clear }
}

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
