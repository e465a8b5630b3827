import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** True after the first user interaction, the time to load code that is likely to be needed soon. */
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
