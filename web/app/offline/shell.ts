import { findCaches } from '../browser-storage.ts'

/** The cache in which the service worker (`public/sw.js`) looks for pages and their scripts when the server cannot be reached. */
const SHELL = 'largada-shell'

/**
 * The pages of a person's registrations. The server renders them without anything personal, the same for every registration:
 * the service worker answers those of all ids with that of id 0.
 */
const PAGES = [
  '/participante/eventos',
  '/participante/inscricoes/0',
  '/participante/inscricoes/0/comprovante',
]

let isAsked = false

/** Keeps these pages with their scripts and styles, once per visit; those of an earlier release go. */
export function keepShell(): void {
  const storage = findCaches()
  if (!import.meta.env.PROD || !storage || isAsked) return
  isAsked = true
  keepPages(storage).catch(() => {
    isAsked = false
  })
}

async function keepPages(storage: CacheStorage): Promise<void> {
  const cache = await storage.open(SHELL)
  const pages = await Promise.all(PAGES.map(fetchPage))
  const wanted = new Set(PAGES)
  for (const { html } of pages)
    for (const [asset] of html.matchAll(/\/assets\/[\w.-]+/g)) {
      if (!wanted.has(asset) && !(await cache.match(asset))) await cache.add(asset)
      wanted.add(asset)
    }
  // After what they need.
  for (const { path, response } of pages) await cache.put(path, response)
  for (const request of await cache.keys())
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
}

async function fetchPage(path: string) {
  const response = await fetch(path, { headers: { Accept: 'text/html' } })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return { path, response, html: await response.clone().text() }
}
