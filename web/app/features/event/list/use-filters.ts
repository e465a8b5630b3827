import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useIsLeaving } from '#web/navigation/use-is-leaving.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import {
  FILTERS,
  type FilterName,
  type Filters,
  NAMES,
  readFilters,
  withFilter,
  writeFilters,
} from './filters.ts'

/**
 * The filter values shown in the form. The URL holds the applied filters. It follows every change in the
 * form, typed ones after a pause; the form follows the URL when it changes by other means (Back, a link).
 */
export function useFilters() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const applied = readFilters(search)
  const address = writeFilters(applied).toString()
  const [draft, setDraft] = useState(applied)
  /** The draft with every change, including changes that are not rendered yet. */
  const latest = useRef(draft)
  const rendered = useRef(address)
  /** The queries that the form navigated to and that are not rendered yet. */
  const sent = useRef<string[]>([])

  const show = (filters: Filters) => {
    latest.current = filters
    setDraft(filters)
  }

  const apply = (filters: Filters) => {
    if (isLeaving()) return
    const next = writeFilters(filters).toString()
    sent.current.push(next)
    // Typing a search adds one history entry, not one per letter.
    const replace = filters.title !== applied.title && applied.title !== ''
    navigate({ pathname, search: next }, { replace, preventScrollReset: true })
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
    // The form caused this navigation. More text, which must stay, may have been typed since.
    if (position >= 0) return
    debounced.cancel()
    latest.current = readFilters(new URLSearchParams(address))
    setDraft(latest.current)
  }, [address, debounced])

  const change = (name: FilterName, value: string) => {
    const next = withFilter(latest.current, name, value)
    show(next)
    if (FILTERS[name].field !== 'choice') debounced.call(next)
    else applyNow(next)
  }

  /** Applies several filters at once. */
  const choose = (values: Partial<Filters>) => {
    const next = { ...latest.current, ...values }
    show(next)
    applyNow(next)
  }

  /** Applies what was entered before hydration, except the city, whose options depend on the state. */
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

  return { path: pathname, applied, draft, change, choose, adopt, submit: () => applyNow(latest.current) }
}
