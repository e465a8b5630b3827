import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRestedCallback } from '../../ui/use-rested-callback.ts'
import { type FilterName, type Filters, readFilters, withFilter, writeFilters } from './filters.ts'

const TYPED: readonly FilterName[] = ['title', 'date_event_start', 'date_event_end']

/**
 * The filters as the fields show them. The address is the truth and follows every change, what is typed after a rest; when
 * it changes by itself (back, a link) the fields follow it.
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
    // A search being typed is one step of the history, not one a letter.
    const replace = filters.title !== applied.title && applied.title !== ''
    navigate({ pathname: '/', search: next }, { replace, preventScrollReset: true })
  }
  const rested = useRestedCallback(apply)
  const applyNow = (filters: Filters) => {
    rested.cancel()
    apply(filters)
  }

  useEffect(() => {
    if (address === sent.current) return
    sent.current = address
    rested.cancel()
    setDraft(readFilters(new URLSearchParams(address)))
  }, [address, rested])

  const change = (name: FilterName, value: string) => {
    const next = withFilter(draft, name, value)
    setDraft(next)
    if (TYPED.includes(name)) rested.call(next)
    else applyNow(next)
  }

  return { applied, draft, change, submit: () => applyNow(draft) }
}
