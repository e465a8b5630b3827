import { parseUrl } from './url.ts'

/** The Content-Security-Policy lists the same hosts. */
export const MAP_ORIGINS = [
  'https://www.google.com',
  'https://maps.google.com',
  'https://www.openstreetmap.org',
  'https://umap.openstreetmap.fr',
] as const

/**
 * What a script loads to find out whether a host can be reached. The Content-Security-Policy allows this file only; a
 * script could still send data in its query to these hosts, as in the address of a frame.
 */
export const mapProbeUrl = (origin: string): string => `${origin}/robots.txt`

export function mapEmbedUrl(url: string | null | undefined): string | null {
  const parsed = parseUrl(url ?? '')
  if (!url || !parsed) return null
  const { origin, pathname } = parsed
  if (!MAP_ORIGINS.some((known) => known === origin)) return null
  const embeddable = origin.includes('google') ? pathname.startsWith('/maps/embed') : true
  return embeddable ? url : null
}

/** A page on which Google shows a place that is given in words. */
export const mapSearchUrl = (place: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
