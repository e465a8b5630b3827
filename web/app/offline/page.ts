import { findServiceWorkers } from '../browser-storage.ts'

/**
 * Registers the service worker (`public/sw.js`), which keeps a page to show when the server cannot be reached, after this
 * page has loaded.
 */
export function keepOfflinePage(): void {
  // Service workers are missing on insecure origins and in some private windows; the browser's own error page is shown there.
  const keep = async () => {
    try {
      await findServiceWorkers()?.register('/sw.js')
    } catch {
      // Refused.
    }
  }
  if (document.readyState === 'complete') keep()
  else window.addEventListener('load', keep, { once: true })
}
