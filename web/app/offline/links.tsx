import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { findServiceWorkers } from '../browser-storage.ts'
import { showToast } from '../ui/toast.ts'

/** Whether the service worker has the page (`shell.ts`); without a copy of its data it says so itself. */
const isKept = (path: string): boolean =>
  /^\/participante\/(eventos|inscricoes\/\d+(\/comprovante)?)$/i.test(path) &&
  Boolean(findServiceWorkers()?.controller)

/**
 * Keeps the current page open when the connection is lost. A page that was never opened cannot be loaded, and the browser
 * would show its own error page. Pages that were opened before still open and show what they could not load.
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
      if (opened.current.has(link.pathname) || isKept(link.pathname)) return
      event.preventDefault()
      showToast('error', 'Erro de conexão.')
    }
    // Runs in the capture phase, before the router handles the click.
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return null
}
