import type { State } from '#contract/city.ts'
import { toBrazilianDate, toIsoDate } from '#contract/dates.ts'

export const TITLE_LENGTH = 120

export const STATUS_WORDS: Readonly<Record<string, string>> = { '1': 'Abertas', '0': 'Encerrado' }

interface Filter {
  /** Reads the value from the URL; '' when it is invalid. */
  read(text: string): string
  /** The text of the active filter's chip. */
  words(value: string, states: readonly State[]): string
  /** The filter is typed, so it is applied after a pause. */
  typed?: true
}

/** Text that no title has is no search. */
const asTyped = (text: string) => (text.includes('\0') ? '' : text)
const day = (text: string) => toIsoDate(text) ?? ''

/** The filters of the public list by their names in the URL, in the API's query and in the form. */
const FILTERS = {
  title: { read: asTyped, words: (value) => `“${value}”`, typed: true },
  // Dates are `yyyy-mm-dd`, the value format of date fields.
  date_event_start: { read: day, words: (value) => `A partir de ${toBrazilianDate(value)}`, typed: true },
  date_event_end: { read: day, words: (value) => `Até ${toBrazilianDate(value)}`, typed: true },
  state: {
    read: (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : ''),
    words: (value, states) => states.find((state) => state.abbreviation === value)?.name ?? value,
  },
  // A city's name.
  city: { read: asTyped, words: (value) => value },
  status: {
    read: (text) => (Object.hasOwn(STATUS_WORDS, text) ? text : ''),
    words: (value) => (value === '1' ? 'Inscrições abertas' : 'Inscrições encerradas'),
  },
} satisfies Record<string, Filter>

export type FilterName = keyof typeof FILTERS
/** An empty value filters nothing. */
export type Filters = Record<FilterName, string>

export const NAMES = Object.keys(FILTERS) as FilterName[]

export const TYPED_FILTERS = NAMES.filter((name) => 'typed' in FILTERS[name])

/** Reads the filters from the URL; invalid values are ignored. */
export function readFilters(search: URLSearchParams): Filters {
  const read = (name: FilterName) =>
    FILTERS[name].read((search.get(name) ?? '').trim().slice(0, TITLE_LENGTH))
  const filters = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Filters
  return { ...filters, city: filters.state && filters.city }
}

/** The period ends before it begins, so that no race lies in it. */
export const isBackwards = ({ date_event_start: start, date_event_end: end }: Filters): boolean =>
  start !== '' && end !== '' && start > end

/** The active filters in a fixed order, each with the text of its chip. */
export const activeFilters = (filters: Filters, states: readonly State[]) =>
  NAMES.filter((name) => filters[name] !== '').map((name) => ({
    name,
    words: FILTERS[name].words(filters[name], states),
  }))

/** The filters that are set, for a URL or an API call. The page number is left out, so that changed filters start at page one. */
export function writeFilters(filters: Filters): URLSearchParams {
  const set = Object.entries(filters)
    .map(([name, value]) => [name, value.trim()] as [string, string])
    .filter(([, value]) => value !== '')
  return new URLSearchParams(set)
}

/** Changes one filter; another state clears the city. */
export const withFilter = (filters: Filters, name: FilterName, value: string): Filters => ({
  ...filters,
  ...(name === 'state' && { city: '' }),
  [name]: value,
})

export const countFilters = (filters: Filters): number => writeFilters(filters).size

/** The path of the first page of the list under these filters. */
export function listAddress(filters: Filters): string {
  const search = writeFilters(filters)
  return search.size > 0 ? `/?${search}` : '/'
}
