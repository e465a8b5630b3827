import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { findServiceWorkers } from '#web/storage/browser-storage.ts'
import { showToast } from '#web/ui/toast.ts'

/** Whether the service worker has cached the page (`shell.ts`). The page itself reports missing data. */
const isCached = (path: string): boolean =>
  /^\/participante\/(eventos|inscricoes\/\d+(\/comprovante)?)$/i.test(path) &&
  Boolean(findServiceWorkers()?.controller)

/**
 * Without a connection, stops a click on a link to a page that is not cached, for which the browser would
 * show its own error page. Pages opened before still open and report missing data.
 */
export function OfflineLinks() {
  const { pathname } = useLocation()
  const opened = useRef(new Set<string>())
  useEffect(() => {
    opened.current.add(pathname)
  }, [pathname])

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (navigator.onLine) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target === '_blank' || link.origin !== window.location.origin) return
      if (opened.current.has(link.pathname) || isCached(link.pathname)) return
      event.preventDefault()
      showToast('error', 'Erro de conexão.')
    }
    // Uses the capture phase, so that it runs before the router handles the click.
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return null
}
