import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { STEPS } from './form/steps.ts'

const PARAMETER = 'etapa'

/** The state changes before the URL does, so that a refusal shows its step and its errors in one render. */
export function useStep() {
  const [search, setSearch] = useSearchParams()
  const [step, setStep] = useState(() => {
    const asked = Number(search.get(PARAMETER) ?? 1) - 1
    return STEPS[asked] ? asked : 0
  })
  const goTo = (target: number) => {
    if (target === step) return
    setStep(target)
    const next = new URLSearchParams(search)
    next.set(PARAMETER, String(target + 1))
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [step, goTo] as const
}
