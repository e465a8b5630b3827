import { useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { EDIT_PARAM, LOGIN_PATH } from '#web/paths.ts'

const endsEditing = (from: Location, to: Location): boolean =>
  new URLSearchParams(from.search).has(EDIT_PARAM) && !new URLSearchParams(to.search).has(EDIT_PARAM)

/**
 * Asks before unsaved changes are left; with `inEditMode` also before returning to the page's view.
 * `allowLeaving` disables the guard for an intended navigation, `preventLeaving` enables it again.
 */
export function useLeaveGuard(dirty: boolean, { inEditMode = false } = {}) {
  const free = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !free.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (inEditMode && endsEditing(currentLocation, nextLocation))) &&
      // An expired session redirects to the login. The draft stays in the browser.
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
