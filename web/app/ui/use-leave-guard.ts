import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { LOGIN_PATH } from '../paths.ts'

/**
 * Asks for confirmation before a page with unsaved changes is left. `allowLeaving` turns the guard off to leave on purpose,
 * `preventLeaving` turns it on again.
 */
export function useLeaveGuard(dirty: boolean) {
  const free = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !free.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // An expired session redirects to the login; the draft stays in the browser.
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
    allowLeaving: () => {
      free.current = true
    },
    preventLeaving: () => {
      free.current = false
    },
  }
}
