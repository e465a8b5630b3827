import { useEffect } from 'react'

/** A `data-` attribute of the root, for styles that depend on it. Firefox has `:has()` only since 121. */
export function useRootMark(name: string, isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    document.documentElement.setAttribute(`data-${name}`, '')
    return () => document.documentElement.removeAttribute(`data-${name}`)
  }, [name, isOn])
}
