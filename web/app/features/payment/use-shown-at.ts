import { useEffect, useRef } from 'react'

/** When the page was last brought in sight. */
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
