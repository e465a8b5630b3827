import { useEffect, useState } from 'react'

/**
 * Loads a part of the page when it is first wanted; null until then. Unlike with `React.lazy`, a failure does not affect the
 * rest of the page: without a connection the part is missing, and it is loaded again when the connection is back.
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
