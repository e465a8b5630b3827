import { useLocation, useNavigation, useSearchParams } from 'react-router'

const SEARCH_PARAM = 'busca'

/** A CPF, whole or in part, in one piece or several. */
const mayBeCpf = (text: string): boolean =>
  text
    .split(/\s+/)
    .filter((word) => /^[\d.\-/]+$/.test(word))
    .join('')
    .replace(/\D/g, '').length >= 4

/** Says who somebody is: it stands in no address of a page. */
export const isPersonal = (text: string): boolean => text.includes('@') || mayBeCpf(text)

interface PrivateState {
  search?: string
}

/**
 * The search and the filters of a list, as its address carries them; whatever changes begins at the first page. Where people
 * are looked for, what may be a CPF or an e-mail stays in the browser's history entry, which survives a reload and is told to nobody.
 */
export function useListSearch({ forPeople = false } = {}) {
  const [params, setParams] = useSearchParams()
  const { pathname, state } = useLocation()
  const pending = useNavigation().location
  // Somebody is on the way to another page: what is still to be told of the typing must not call them back.
  const leaving = pending !== undefined && pending.pathname !== pathname
  const hidden = (state as PrivateState | null)?.search
  const search = hidden ?? params.get(SEARCH_PARAM) ?? ''

  const change = (values: Record<string, string>, nextHidden: string | undefined) => {
    if (leaving) return
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
      forPeople && isPersonal(text)
        ? change({ [SEARCH_PARAM]: '' }, text)
        : change({ [SEARCH_PARAM]: text }, undefined),
    setFilter: (name: string, value: string) => change({ [name]: value }, hidden),
    setFilters: (values: Record<string, string>) => change(values, hidden),
  }
}
