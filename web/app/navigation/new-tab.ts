import { useCallback, useEffect } from 'react'
import { matchPath, useNavigate } from 'react-router'
import { PAYMENT_PATH } from '#web/paths.ts'

/** Opens a URL in a new tab, or in this one if the browser opens none, as in in-app browsers. */
export function useOpenTab(): (address: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (address) => {
      const tab = openTab(address)
      if (tab) {
        // `window.open` returns null for `noopener`. The other page has not run yet, so clearing it is safe.
        tab.opener = null
        return
      }
      const { origin, pathname } = new URL(address, window.location.href)
      // A navigation within the page preserves a session that exists in memory only.
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
    // On the window, so that all handlers that may cancel the click run first.
    window.addEventListener('click', onClick)
    return () => window.removeEventListener('click', onClick)
  }, [open])
  return null
}
