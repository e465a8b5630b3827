import { useEffect, useRef } from 'react'

/** Focuses the heading of a new step and, when the number of refusals grows, the first invalid field. */
export function useStepFocus(step: number, refusals: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const seen = useRef({ step, refusals })

  useEffect(() => {
    const before = seen.current
    seen.current = { step, refusals }
    const invalid = refusals !== before.refusals ? firstInvalid(form.current) : null
    if (invalid) {
      // Centred, so that no sticky bar covers the field or its message.
      invalid.focus({ preventScroll: true })
      invalid.scrollIntoView({ block: 'center' })
    } else if (step !== before.step) {
      heading.current?.focus({ preventScroll: true })
      window.scrollTo({ top: 0 })
    }
  }, [step, refusals])

  return { heading, form }
}

/** A group of options or a file field cannot take the focus, so its first input does. */
function firstInvalid(form: HTMLElement | null): HTMLElement | null {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')
  return invalid?.querySelector<HTMLElement>('input:not(:disabled)') ?? invalid ?? null
}
