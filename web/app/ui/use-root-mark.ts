import { useEffect } from 'react'

/**
 * Gives the document's root a `data-` attribute while a part of the page is there, for styles of the root that depend on it. Firefox
 * has `:has()` only since 121.
 */
export function useRootMark(name: string, isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    document.documentElement.setAttribute(`data-${name}`, '')
    return () => document.documentElement.removeAttribute(`data-${name}`)
  }, [name, isOn])
}
