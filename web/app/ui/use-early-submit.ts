import { type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface EarlyForm {
  ref: RefObject<HTMLFormElement | null>
  'data-early': '' | undefined
  /** The mark is set before hydration. */
  suppressHydrationWarning: true
  /** Should the script of the head not run, nothing typed goes into an address. */
  method: 'post'
}

/** For a form whose submission before hydration must not be lost (`early-submit.ts`). Returns the form's attributes. */
export function useEarlySubmit(): EarlyForm {
  const hydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ref.current?.dataset.early === 'sent') ref.current.requestSubmit()
  }, [])
  return { ref, 'data-early': hydrated ? undefined : '', suppressHydrationWarning: true, method: 'post' }
}
