import { useEffect, useRef } from 'react'

/** Shows and focuses an element each time the value changes: it may be far from the pressed button. */
export function useReveal<E extends HTMLElement>(value: unknown) {
  const target = useRef<E>(null)
  const seen = useRef(value)
  useEffect(() => {
    if (seen.current === value) return
    seen.current = value
    target.current?.focus({ preventScroll: true })
    target.current?.scrollIntoView({ block: 'start' })
  }, [value])
  return target
}
