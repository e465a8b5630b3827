import { useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { EDIT_PARAM, LOGIN_PATH } from '../paths.ts'

/** The same page without its edit mode. */
const endsEditing = (from: Location, to: Location): boolean =>
  new URLSearchParams(from.search).has(EDIT_PARAM) && !new URLSearchParams(to.search).has(EDIT_PARAM)

/**
 * Asks for confirmation before a page with unsaved changes is left. `allowLeaving` turns the guard off to leave on purpose,
 * `preventLeaving` turns it on again. With `inEditMode` going back to the page's view asks too.
 */
export function useLeaveGuard(dirty: boolean, { inEditMode = false } = {}) {
  const free = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !free.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (inEditMode && endsEditing(currentLocation, nextLocation))) &&
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
