import { useEffect, useState } from 'react'

/** Returns a function that loads code in advance. A failure is ignored, because `useLoaded` tries again. */
export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)

/** Null until loaded. Unlike `React.lazy`, a failure is harmless: it loads when the connection returns. */
export function useLoaded<Part>(wanted: boolean, load: () => Promise<Part>): Part | null {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null)
  const waiting = wanted && !loaded
  useEffect(() => {
    if (!waiting) return
    const attempt = () =>
      load().then(
        (part) => setLoaded({ part }),
        () => undefined,
      )
    attempt()
    window.addEventListener('online', attempt)
    return () => window.removeEventListener('online', attempt)
  }, [waiting, load])
  return loaded?.part ?? null
}
