import { useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'

const SEARCH_PARAM = 'busca'

/** Whether the text may be a CPF, whole or partial, with or without spaces. */
const mayBeCpf = (text: string): boolean =>
  text
    .split(/\s+/)
    .filter((word) => /^[\d.\-/]+$/.test(word))
    .join('')
    .replace(/\D/g, '').length >= 4

/** Whether the text may identify a person; such a search is kept out of the URL. */
export const isPersonal = (text: string): boolean => text.includes('@') || mayBeCpf(text)

interface PrivateState {
  search?: string
}

/**
 * The search and the filters of a list, kept in the URL; every change returns to the first page. In lists of people, a
 * search that may be a CPF or an e-mail is kept in the browser's history entry, which survives a reload and is not sent
 * anywhere.
 */
export function useListSearch({ forPeople = false } = {}) {
  const [params, setParams] = useSearchParams()
  const { pathname, state } = useLocation()
  const pending = useNavigation().location
  // The person is navigating to another page: a debounced search that arrives late must not navigate back.
  const leaving = pending !== undefined && pending.pathname !== pathname
  const hidden = (state as PrivateState | null)?.search
  const search = hidden ?? params.get(SEARCH_PARAM) ?? ''

  // Two changes within one rendering, such as a filter while a search still waits, are both made.
  const asked = useRef({ params, hidden })
  useEffect(() => {
    asked.current = { params, hidden }
  }, [params, hidden])

  const change = (values: Record<string, string>, nextHidden = asked.current.hidden) => {
    if (leaving) return
    const next = new URLSearchParams(asked.current.params)
    next.delete('pagina')
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    asked.current = { params: next, hidden: nextHidden }
    setParams(next, { replace: true, state: nextHidden ? { search: nextHidden } : null })
  }
  return {
    search,
    filter: (name: string): string => params.get(name) ?? '',
    setSearch: (text: string) =>
      forPeople && isPersonal(text)
        ? change({ [SEARCH_PARAM]: '' }, text)
        : change({ [SEARCH_PARAM]: text }, ''),
    setFilter: (name: string, value: string) => change({ [name]: value }),
    setFilters: (values: Record<string, string>) => change(values),
  }
}
