import { parseUrl } from '#contract/url.ts'
import { storedFile } from '#web/ui/stored-file.ts'

/** A URL typed by an organizer if it is a safe link: http(s) or the path of a stored file; otherwise null. */
export function externalUrl(address: string | null): string | null {
  if (!address) return null
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) return address.startsWith('/') ? address : storedFile(address)
  return /^https?:\/\//i.test(address) && parseUrl(address) ? address : null
}

/** `https://www.instagram.com/corrida/` → `instagram.com/corrida`. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
