import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading of a step that was entered and, after a refusal, to the first invalid field. `refusals` counts
 * refusals.
 */
export function useStepFocus(step: number, refusals: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const seen = useRef({ step, refusals })

  useEffect(() => {
    const before = seen.current
    seen.current = { step, refusals }
    const invalid = refusals !== before.refusals ? firstInvalid(form.current) : null
    if (invalid) {
      // In the middle, where no bar covers it or the message beside it.
      invalid.focus({ preventScroll: true })
      invalid.scrollIntoView({ block: 'center' })
    } else if (step !== before.step) {
      heading.current?.focus({ preventScroll: true })
      window.scrollTo({ top: 0 })
    }
  }, [step, refusals])

  return { heading, form }
}

/** What holds options or a file field cannot take the focus: the first field in it does. */
function firstInvalid(form: HTMLElement | null): HTMLElement | null {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')
  return invalid?.querySelector<HTMLElement>('input:not(:disabled)') ?? invalid ?? null
}
