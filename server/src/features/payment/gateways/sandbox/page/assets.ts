import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { AssetUrls } from './layout.ts'

const FILES = {
  'page.css': ['text/css; charset=utf-8', new URL('assets/page.css', import.meta.url)],
  'page.js': ['text/javascript; charset=utf-8', new URL('assets/page.js', import.meta.url)],
  'inter.woff2': [
    'font/woff2',
    new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  ],
  'archivo.woff2': [
    'font/woff2',
    new URL(import.meta.resolve('@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2')),
  ],
} as const

/** Serves the page's style, script and fonts with immutable caching: their addresses change with their content. */
export async function serveAssets(scope: FastifyInstance): Promise<AssetUrls> {
  const hash = createHash('sha256')
  for (const [name, [type, location]] of Object.entries(FILES)) {
    const content = await readFile(location)
    hash.update(content)
    scope.get(`/assets/:version/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    )
  }
  const base = `/sandbox/assets/${hash.digest('hex').slice(0, 12)}`
  return { style: `${base}/page.css`, script: `${base}/page.js` }
}
