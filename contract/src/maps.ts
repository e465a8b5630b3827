import { parseUrl } from './url.ts'

/** The hosts maps may be embedded from; the Content-Security-Policy lists the same ones. */
export const MAP_ORIGINS = [
  'https://www.google.com',
  'https://maps.google.com',
  'https://www.openstreetmap.org',
  'https://umap.openstreetmap.fr',
] as const

/** The address to embed, or null when it is not a map of a known host. */
export function mapEmbedUrl(url: string | null | undefined): string | null {
  const parsed = parseUrl(url ?? '')
  if (!url || !parsed) return null
  const { origin, pathname } = parsed
  if (!MAP_ORIGINS.some((known) => known === origin)) return null
  const embeddable = origin.includes('google') ? pathname.startsWith('/maps/embed') : true
  return embeddable ? url : null
}
