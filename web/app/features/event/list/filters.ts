import type { State } from '#contract/city/city.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import {
  anyText,
  choiceFilter,
  dayFilter,
  type FilterValues,
  loadedFilter,
  readFilters as readTable,
  searchFilter,
  withCleared,
  writeFilters as writeTable,
} from '#web/lists/filters.ts'
import { HOME_PATH } from '#web/paths.ts'

type States = readonly State[]

/** The form fields have the same names, so the form works without JavaScript. */
export const FILTERS = {
  title: searchFilter({ label: 'Nome da corrida', words: (value) => `“${value}”` }),
  date_event_start: dayFilter({
    label: 'Data inicial',
    max: 'date_event_end',
    words: (value) => `A partir de ${toBrazilianDate(value)}`,
  }),
  date_event_end: dayFilter({
    label: 'Data final',
    min: 'date_event_start',
    words: (value) => `Até ${toBrazilianDate(value)}`,
  }),
  state: loadedFilter((states: States) => states.map(({ abbreviation, name }) => [abbreviation, name]), {
    label: 'Estado',
    none: 'Nenhum',
    read: (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : ''),
    words: (value, states) => states.find((state) => state.abbreviation === value)?.name ?? value,
  }),
  // The value is a city's name. `CityField` loads the options.
  city: loadedFilter((_states: States) => [], {
    label: 'Cidade',
    none: 'Nenhuma',
    read: anyText,
    within: 'state',
    words: (value) => value,
  }),
  status: choiceFilter(
    [
      ['1', 'Abertas'],
      ['0', 'Encerrado'],
    ],
    {
      label: 'Inscrições',
      none: 'Nenhum',
      words: (value) => (value === '1' ? 'Inscrições abertas' : 'Inscrições encerradas'),
    },
  ),
}

export type FilterName = keyof typeof FILTERS
/** An empty value filters nothing. */
export type Filters = FilterValues<typeof FILTERS>

export const NAMES = Object.keys(FILTERS) as FilterName[]

/** Reads the filters from the URL; invalid values are ignored. */
export function readFilters(search: URLSearchParams): Filters {
  const filters = readTable(FILTERS, search)
  return { ...filters, city: filters.state && filters.city }
}

export const isBackwards = ({ date_event_start: start, date_event_end: end }: Filters): boolean =>
  start !== '' && end !== '' && start > end

export const writeFilters = (filters: Filters): URLSearchParams =>
  writeTable(
    FILTERS,
    Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value.trim()])),
  )

export const withFilter = (filters: Filters, name: FilterName, value: string): Filters => ({
  ...filters,
  ...withCleared(FILTERS, { [name]: value }),
})

export const countFilters = (filters: Filters): number => writeFilters(filters).size

/** The list, or the map, with these filters. */
export function listAddress(filters: Filters, path: string = HOME_PATH): string {
  const search = writeFilters(filters)
  return search.size > 0 ? `${path}?${search}` : path
}
