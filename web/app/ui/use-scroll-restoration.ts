import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scroll positions of the pages in this tab's history, by the key of their history entry. */
const places = new Map<string, number>()

/**
 * The router restores it during the first render only, when a list that is loaded again is still short.
 * `ready` means that the rows are rendered.
 */
export function useScrollRestoration(ready: boolean): void {
  const { key } = useLocation()
  const latest = useRef(key)
  latest.current = key
  useLayoutEffect(() => () => void places.set(latest.current, window.scrollY), [])
  useLayoutEffect(() => {
    const place = ready && places.get(latest.current)
    if (!place) return
    places.delete(latest.current)
    window.scrollTo(0, place)
  }, [ready])
}
