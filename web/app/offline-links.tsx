import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { showToast } from './ui/toast.ts'

/**
 * Keeps whoever lost the connection on the page they have. A page never opened before cannot come: its code is missing,
 * and the browser would put its own error in place of ours. Pages seen already open, and tell themselves what they lack.
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
      if (opened.current.has(link.pathname)) return
      event.preventDefault()
      showToast('error', 'Erro de conexão.')
    }
    // Before the router hears of it.
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return null
}
