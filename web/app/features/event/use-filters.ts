import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { HOME_PATH } from '../../paths.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import {
  type FilterName,
  type Filters,
  NAMES,
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
  /** The draft with every change, also with those that are not rendered yet. */
  const latest = useRef(draft)
  const rendered = useRef(address)
  /** The addresses that the form asked for and that are not rendered yet. */
  const sent = useRef<string[]>([])

  const show = (filters: Filters) => {
    latest.current = filters
    setDraft(filters)
  }

  const apply = (filters: Filters) => {
    const next = writeFilters(filters).toString()
    sent.current.push(next)
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
    if (address === rendered.current) return
    rendered.current = address
    const position = sent.current.indexOf(address)
    sent.current = position < 0 ? [] : sent.current.slice(position + 1)
    // The form's own. A slow device may render it after more has been typed, which must stay.
    if (position >= 0) return
    debounced.cancel()
    latest.current = readFilters(new URLSearchParams(address))
    setDraft(latest.current)
  }, [address, debounced])

  const change = (name: FilterName, value: string) => {
    const next = withFilter(latest.current, name, value)
    show(next)
    if (TYPED_FILTERS.includes(name)) debounced.call(next)
    else applyNow(next)
  }

  /** Applies what was typed and chosen in the form before hydration, but for the city, whose list comes with the state. */
  const adopt = (form: HTMLFormElement) => {
    const shown = readFilters(
      new URLSearchParams(Array.from(new FormData(form), ([name, value]) => [name, String(value)])),
    )
    const changed = NAMES.filter((name) => name !== 'city' && shown[name] !== latest.current[name])
    if (changed.length === 0) return
    const next = changed.reduce((filters, name) => withFilter(filters, name, shown[name]), latest.current)
    show(next)
    applyNow(next)
  }

  return { applied, draft, change, adopt, submit: () => applyNow(latest.current) }
}
