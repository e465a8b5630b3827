import { useSearchParams } from 'react-router'
import { STEPS } from './form/steps.ts'

const PARAMETER = 'etapa'

/** The step, kept in the address: a reload and a shared link open the same one. */
export function useStep() {
  const [search, setSearch] = useSearchParams()
  const asked = Number(search.get(PARAMETER) ?? 1) - 1
  const step = STEPS[asked] ? asked : 0
  const goTo = (target: number) => {
    if (target === step) return
    const next = new URLSearchParams(search)
    next.set(PARAMETER, String(target + 1))
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [step, goTo] as const
}
