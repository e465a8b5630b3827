import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useIsLeaving } from '#web/navigation/use-is-leaving.ts'
import {
  type FilterTable,
  type FilterValues,
  readFilters,
  type SetFilters,
  setFilters,
  withCleared,
  writeFilters,
} from './filters.ts'

const SEARCH_PARAM = 'busca'

/** Whether the text may be a complete or partial CPF, with or without spaces. */
const mayBeCpf = (text: string): boolean =>
  text
    .split(/\s+/)
    .filter((word) => /^[\d.\-/]+$/.test(word))
    .join('')
    .replace(/\D/g, '').length >= 4

/** Whether the text may identify a person; such a search is not added to the URL. */
export const isPersonal = (text: string): boolean => text.includes('@') || mayBeCpf(text)

/** The part of a list's state in the history entry, which survives a reload and is never sent. */
interface PrivateState {
  search?: string
  filters?: Readonly<Record<string, string>>
}

type ChangedFilters<Table extends FilterTable> = Partial<Record<keyof Table & string, string>>

export interface ListSearch<Table extends FilterTable> {
  table: Table
  search: string
  filters: FilterValues<Table>
  query: SetFilters<Table>
  /** Whether a filter other than the search is set. */
  isFiltered: boolean
  setSearch(text: string): void
  /** Changes filters and replaces the current history entry. */
  change(values: ChangedFilters<Table>): void
  /** Replaces all filters and adds a history entry. */
  submit(values: FilterValues<Table>): void
  param(name: string): string
  setParam(name: string, value: string): void
}

/**
 * The URL holds them, and every change returns to the first page. Filters that may identify a person are
 * stored in the history entry instead; in lists of people, so is a search that may be a CPF or an e-mail.
 */
export function useListSearch<Table extends FilterTable = Record<never, never>>(
  table: Table = {} as Table,
  { forPeople = false } = {},
): ListSearch<Table> {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const hidden = state as PrivateState | null
  const search = hidden?.search ?? params.get(SEARCH_PARAM) ?? ''
  const filters = readFilters(table, params, hidden?.filters)
  const query = setFilters<Table>(filters)

  // Two changes within one render, such as a filter while a search is pending, must both take effect.
  const asked = useRef({ params, hidden: hidden?.search })
  useEffect(() => {
    asked.current = { params, hidden: hidden?.search }
  }, [params, hidden?.search])

  const changeParams = (values: Record<string, string>, nextHidden = asked.current.hidden) => {
    if (isLeaving()) return
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
    table,
    search,
    filters,
    query,
    isFiltered: Object.keys(query).length > 0,
    setSearch: (text) =>
      forPeople && isPersonal(text)
        ? changeParams({ [SEARCH_PARAM]: '' }, text)
        : changeParams({ [SEARCH_PARAM]: text }, ''),
    change: (values) =>
      changeParams(
        Object.fromEntries(
          Object.entries(withCleared(table, values as Record<string, string>)).map(([name, value]) => [
            table[name]?.param ?? name,
            value,
          ]),
        ),
      ),
    submit: (values) => {
      const personal = Object.entries(values).filter(([name, value]) => table[name]?.personal && value)
      navigate(
        { search: writeFilters(table, values).toString() },
        { state: personal.length > 0 ? { filters: Object.fromEntries(personal) } : null },
      )
    },
    param: (name) => params.get(name) ?? '',
    setParam: (name, value) => changeParams({ [name]: value }),
  }
}
