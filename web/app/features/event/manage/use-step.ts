import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { STEPS } from './form/steps.ts'

const PARAMETER = 'etapa'

/**
 * The step, written into the address as well: a reload and a shared link open the same one. It changes at once, not when
 * the address has followed, so that what is wrong and where it is are drawn together.
 */
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
