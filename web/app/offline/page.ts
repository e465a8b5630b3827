import { findServiceWorkers } from '#web/storage/browser-storage.ts'

/**
 * Registers the service worker (`public/sw.js`), which caches a page that is shown when the server cannot be
 * reached.
 */
export function registerServiceWorker(): void {
  // Missing on insecure origins and in some private windows; the browser then shows its own error page.
  const register = async () => {
    try {
      await findServiceWorkers()?.register('/sw.js')
    } catch {
      // The browser refused the registration.
    }
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
