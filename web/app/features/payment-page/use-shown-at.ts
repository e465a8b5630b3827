import { useEffect, useRef } from 'react'

/** Returns a function that returns the time (ms since the epoch) at which the page last became visible. */
export function useShownAt(): () => number {
  const shownAt = useRef(Date.now())
  useEffect(() => {
    const show = () => {
      if (document.visibilityState === 'visible') shownAt.current = Date.now()
    }
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [])
  return () => shownAt.current
}
