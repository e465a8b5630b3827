import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { LOGIN_PATH } from '../paths.ts'

/** Asks before the page is left with something unsaved. `letGo` lets go, for leaving on purpose, `hold` takes that back. */
export function useLeaveGuard(dirty: boolean) {
  const free = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !free.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A session that ended leads there by itself; the draft stays in the browser.
      nextLocation.pathname !== LOGIN_PATH,
  )
  useEffect(() => {
    if (!dirty) return
    free.current = false
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
  return {
    blocker,
    letGo: () => {
      free.current = true
    },
    hold: () => {
      free.current = false
    },
  }
}
