import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** How far the pages of this tab's history were scrolled when they were left, by the key of their entry. */
const places = new Map<string, number>()

/**
 * Going back to a list shows the place it was left at. The router does so too, but only while the page is drawn: a list that has to be
 * loaded again is still short then. `ready` when the rows are there.
 */
export function useKeptPlace(ready: boolean): void {
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
