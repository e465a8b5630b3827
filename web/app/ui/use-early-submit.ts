import { type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface EarlyForm {
  ref: RefObject<HTMLFormElement | null>
  'data-early': '' | undefined
  /** A script sets the attribute before hydration. */
  suppressHydrationWarning: true
  /** If the inline script does not run, typed values must not end up in a URL. */
  method: 'post'
}

/** For a form whose submission before hydration must not be lost (`own-scripts.tsx`). */
export function useEarlySubmit(): EarlyForm {
  const hydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ref.current?.dataset.early === 'sent') ref.current.requestSubmit()
  }, [])
  return { ref, 'data-early': hydrated ? undefined : '', suppressHydrationWarning: true, method: 'post' }
}
