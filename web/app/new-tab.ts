import { useCallback, useEffect } from 'react'
import { matchPath, useNavigate } from 'react-router'
import { PAYMENT_PATH } from './paths.ts'

/** Opens an address in a new tab, or in this one where the browser opens none, as in-app browsers do. */
export function useOpenTab(): (address: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (address) => {
      const tab = openTab(address)
      if (tab) {
        // Here and not as `noopener`, which always answers null. The other page has not run yet.
        tab.opener = null
        return
      }
      const { origin, pathname } = new URL(address, window.location.href)
      // Within the page: a session that is only in memory goes on.
      if (origin === window.location.origin && matchPath(PAYMENT_PATH, pathname)) navigate(pathname)
      else window.location.assign(address)
    },
    [navigate],
  )
}

function openTab(address: string): Window | null {
  try {
    return window.open(address, '_blank')
  } catch {
    return null
  }
}

/** Opens the links that ask for a new tab by `useOpenTab`. */
export function NewTabs() {
  const open = useOpenTab()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (link?.target !== '_blank' || link.hasAttribute('download')) return
      event.preventDefault()
      open(link.href)
    }
    // On the window: after all that may refuse the click.
    window.addEventListener('click', onClick)
    return () => window.removeEventListener('click', onClick)
  }, [open])
  return null
}
