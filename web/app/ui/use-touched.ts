import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** True from the first sign of a person on: the time to get what they will want soon. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) return
    const seen = new AbortController()
    for (const sign of SIGNS)
      window.addEventListener(sign, () => setTouched(true), { signal: seen.signal, passive: true })
    return () => seen.abort()
  }, [touched])
  return touched
}
