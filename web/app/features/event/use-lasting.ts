import { useEffect, useState } from 'react'

const FELT_MS = 150

/** True once something has gone on for long enough to be felt; quick answers replace what is there without a flicker. */
export function useLasting(busy: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLasting(true), FELT_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [busy])
  return busy && lasting
}
