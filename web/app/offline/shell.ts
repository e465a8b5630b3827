import { findCaches } from '#web/storage/browser-storage.ts'

/** Here the service worker (`public/sw.js`) finds pages and scripts when the server cannot be reached. */
const SHELL = 'largada-shell'

/** Rendered without personal data and alike for every registration: the worker serves id 0 for all. */
const PAGES = [
  '/participante/eventos',
  '/participante/inscricoes/0',
  '/participante/inscricoes/0/comprovante',
]

let isAsked = false

/** Once per visit. Deletes the files of an earlier release. */
export function cacheShell(): void {
  const storage = findCaches()
  if (!import.meta.env.PROD || !storage || isAsked) return
  isAsked = true
  cachePages(storage).catch(() => {
    isAsked = false
  })
}

async function cachePages(storage: CacheStorage): Promise<void> {
  const cache = await storage.open(SHELL)
  const pages = await Promise.all(PAGES.map(fetchPage))
  const wanted = new Set(PAGES)
  for (const { html } of pages)
    for (const [asset] of html.matchAll(/\/assets\/[\w.-]+/g)) {
      if (!wanted.has(asset) && !(await cache.match(asset))) await cache.add(asset)
      wanted.add(asset)
    }
  // The pages are cached last, so that a cached page always has its scripts and styles.
  for (const { path, response } of pages) await cache.put(path, response)
  for (const request of await cache.keys())
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
}

async function fetchPage(path: string) {
  const response = await fetch(path, { headers: { Accept: 'text/html' } })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return { path, response, html: await response.clone().text() }
}
