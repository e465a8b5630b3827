import { useLocation, useSearchParams } from 'react-router'

const SEARCH_PARAM = 'busca'

/** A CPF, whole or in part: it may stand in no address. */
const mayBeCpf = (text: string): boolean => /\d{3}[\d.\-\s]*\d/.test(text)

interface PrivateState {
  search?: string
}

/**
 * The search and the filters of a list, as its address carries them; whatever changes begins at the first page. Where people
 * are looked for, what may be a CPF stays in the browser's history entry, which survives a reload and is told to nobody.
 */
export function useListSearch({ forPeople = false } = {}) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const hidden = (state as PrivateState | null)?.search
  const search = hidden ?? params.get(SEARCH_PARAM) ?? ''

  const change = (values: Record<string, string>, nextHidden: string | undefined) => {
    const next = new URLSearchParams(params)
    next.delete('pagina')
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true, state: nextHidden ? { search: nextHidden } : null })
  }
  return {
    search,
    filter: (name: string): string => params.get(name) ?? '',
    setSearch: (text: string) =>
      forPeople && mayBeCpf(text)
        ? change({ [SEARCH_PARAM]: '' }, text)
        : change({ [SEARCH_PARAM]: text }, undefined),
    setFilter: (name: string, value: string) => change({ [name]: value }, hidden),
    setFilters: (values: Record<string, string>) => change(values, hidden),
  }
}
