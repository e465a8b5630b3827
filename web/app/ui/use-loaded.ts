import { useEffect, useState } from 'react'

/**
 * A part of the page whose code comes when it is first wanted; null until then. Unlike `React.lazy`, not getting it takes
 * nothing else down: without a connection it is missing, and is tried again when the connection is back.
 */
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
