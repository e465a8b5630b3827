import { useEffect, useRef } from 'react'

/**
 * Takes keyboard and screen reader along: to the heading of a step that was entered and, after a refusal, to the first field that
 * needs a look. `refusals` counts them.
 */
export function useStepFocus(step: number, refusals: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const seen = useRef({ step, refusals })

  useEffect(() => {
    const before = seen.current
    seen.current = { step, refusals }
    const invalid = refusals !== before.refusals ? firstInvalid(form.current) : null
    if (invalid) invalid.focus()
    else if (step !== before.step) {
      heading.current?.focus({ preventScroll: true })
      window.scrollTo({ top: 0 })
    }
  }, [step, refusals])

  return { heading, form }
}

/** A group cannot be focused itself: its first choice is. */
function firstInvalid(form: HTMLElement | null): HTMLElement | null {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')
  if (!(invalid instanceof HTMLFieldSetElement)) return invalid ?? null
  return invalid.querySelector<HTMLElement>('input:not(:disabled)') ?? invalid
}
