import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface StepHistory {
  step: number
  onBack: (step: number) => void
  /** Shows a later step, or returns false when it cannot be entered yet. */
  onForward: (step: number) => boolean
}

/**
 * Gives each step an entry in the browser's history, so that Back and Forward change the step. The current
 * entry belongs to the shown step, or a navigation to that entry is pending.
 */
export function useStepHistory({ step, onBack, onForward }: StepHistory) {
  const location = useLocation()
  const navigate = useNavigate()
  const at = stepOf(location.state)
  /** The step that a pending navigation leads to; null when none is pending. */
  const expected = useRef<number | null>(null)
  const left = useRef<(() => void) | null>(null)
  const latest = useRef({ step, at, location, onBack, onForward })
  useLayoutEffect(() => {
    latest.current = { step, at, location, onBack, onForward }
  })

  const go = async (to: number) => {
    const from = expected.current ?? latest.current.at
    if (to === from) return
    expected.current = to
    const { location } = latest.current
    if (to < from) navigate(to - from)
    // One after another, because a navigation replaces a pending one.
    for (let next = from + 1; next <= to; next++)
      await navigate(location, { state: { ...location.state, step: next }, preventScrollReset: true })
  }

  // The step changed without a navigation: by 'Próximo' or because a draft was restored. Before it is painted,
  // so that Back never finds a step without its entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step moves the history.
  useLayoutEffect(() => void go(step), [step])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new entry moves the wizard.
  useEffect(() => {
    if (expected.current !== null && expected.current !== at) return
    expected.current = null
    if (left.current) left.current()
    else if (at < step) onBack(at)
    else if (at > step && !onForward(at)) void go(step)
  }, [location.key])

  return {
    goBack: (step: number) => void go(step),
    /** Goes to the first entry, so that another page can replace the wizard. */
    leave: () =>
      new Promise<void>((resolve) => {
        if (at === 0) return resolve()
        left.current = resolve
        void go(0)
      }),
  }
}

const stepOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'number'
    ? state.step
    : 0
