import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { HOME_PATH } from '../../paths.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import {
  type FilterName,
  type Filters,
  readFilters,
  TYPED_FILTERS,
  withFilter,
  writeFilters,
} from './filters.ts'

/**
 * The filter values shown in the form. The URL holds the applied filters and follows every change, typed ones after a pause;
 * when it changes by other means (back, a link), the form follows it.
 */
export function useFilters() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const applied = readFilters(search)
  const address = writeFilters(applied).toString()
  const [draft, setDraft] = useState(applied)
  const sent = useRef(address)

  const apply = (filters: Filters) => {
    const next = writeFilters(filters).toString()
    sent.current = next
    // Typing a search makes one entry in the history, not one per letter.
    const replace = filters.title !== applied.title && applied.title !== ''
    navigate({ pathname: HOME_PATH, search: next }, { replace, preventScrollReset: true })
  }
  const debounced = useDebounced(apply)
  const applyNow = (filters: Filters) => {
    debounced.cancel()
    apply(filters)
  }

  useEffect(() => {
    if (address === sent.current) return
    sent.current = address
    debounced.cancel()
    setDraft(readFilters(new URLSearchParams(address)))
  }, [address, debounced])

  const change = (name: FilterName, value: string) => {
    const next = withFilter(draft, name, value)
    setDraft(next)
    if (TYPED_FILTERS.includes(name)) debounced.call(next)
    else applyNow(next)
  }

  /** Applies what was typed into the form before hydration. */
  const adopt = (form: HTMLFormElement) => {
    const shown = readFilters(
      new URLSearchParams(Array.from(new FormData(form), ([name, value]) => [name, String(value)])),
    )
    const typed = TYPED_FILTERS.map((name) => [name, shown[name]] as const)
    if (typed.every(([name, value]) => value === draft[name])) return
    const next = { ...draft, ...Object.fromEntries(typed) }
    setDraft(next)
    applyNow(next)
  }

  return { applied, draft, change, adopt, submit: () => applyNow(draft) }
}
