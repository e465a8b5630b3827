import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { createPageCache, type Page } from './page-cache.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** What the web room's loaders reach the API through; the same shape as the web's own `ServerApi`. */
export interface ServerApi {
  get(path: string): Promise<{ status: number; body: unknown }>
  contactPhone?: string | null
}

export type CreateWebHandler = (api: ServerApi) => (request: Request) => Promise<Response>

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'web/build/client')

/** Where pages and assets come from: the build, or Vite while developing. */
export interface Web {
  createHandler: CreateWebHandler
  mountAssets(app: FastifyInstance, forgetPages: () => void): void | Promise<void>
}

/** The built web. Made by `npm run build`, so it is loaded by path and not imported. */
export async function builtWeb(): Promise<Web> {
  const entry = pathToFileURL(join(ROOT, 'web/build/server/index.js')).href
  const built: { createWebHandler: CreateWebHandler } = await import(entry)
  return { createHandler: built.createWebHandler, mountAssets: mountBuiltAssets }
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
    },
  })
}

/** Serves the web's assets, and its pages rendered once and kept. Returns how to forget the pages. */
export async function mountWeb(app: FastifyInstance, web: Web, api: ServerApi, publicUrl: string) {
  const render = web.createHandler(api)
  const pages = createPageCache((url) => render(new Request(publicUrl + url)))
  await web.mountAssets(app, pages.clear)
  // Not a page: an old page may ask for a script of the build before, and must not be handed HTML and told to keep it.
  app.get('/assets/*', async () => {
    throw new AppError('not_found')
  })
  app.get('/*', async (request, reply) => sendPage(request, reply, await pages.get(pageAddress(request.url))))
  return { clearPages: pages.clear }
}

/** What links from campaigns and social networks carry, another value for each visitor: no page looks at it. */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|igsh|mc_[ce]id|_ga|_gl)$/

/**
 * The page a request line means: no host, whatever it says of one, and nothing that tracks, so that a rush of visitors from one post
 * is served one page and not one each.
 */
export function pageAddress(requestLine: string): string {
  const url = requestLine.replace(/^https?:\/\/[^/?]*/i, '')
  const start = url.indexOf('?')
  if (start < 0) return url
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '' && !TRACKING.test(pair.split('=', 1)[0] ?? ''))
  return url.slice(0, start) + (kept.length > 0 ? `?${kept.join('&')}` : '')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.code(page.status).header('vary', 'accept-encoding')
  if (page.location) reply.header('location', page.location)
  reply.header('content-type', page.contentType)
  reply.header('content-security-policy', contentSecurityPolicy(page.scriptHashes))
  reply.header('cache-control', 'no-cache').header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.body)
}
