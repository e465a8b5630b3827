import { toIsoDate } from '#contract/dates.ts'

/** The filters of the public list, as the form holds them and the address carries them; empty is no filter. */
export interface Filters {
  title: string
  /** `yyyy-mm-dd`, as date fields hold them. */
  date_event_start: string
  date_event_end: string
  /** Abbreviation of a state. */
  state: string
  /** A municipality's name. */
  city: string
  status: string
}
export type FilterName = keyof Filters

export const TITLE_LENGTH = 120

export const STATUS_WORDS: Readonly<Record<string, string>> = { '1': 'Abertas', '0': 'Encerrado' }

/** What the address asks for, without what makes no sense. */
export function readFilters(search: URLSearchParams): Filters {
  const text = (name: FilterName) => (search.get(name) ?? '').trim().slice(0, TITLE_LENGTH)
  const day = (name: FilterName) => toIsoDate(text(name)) ?? ''
  const state = /^[a-z]{2}$/i.test(text('state')) ? text('state').toUpperCase() : ''
  return {
    title: text('title'),
    date_event_start: day('date_event_start'),
    date_event_end: day('date_event_end'),
    state,
    city: state && text('city'),
    status: text('status') in STATUS_WORDS ? text('status') : '',
  }
}

/** Only the filters that are set, for an address or a call. A changed filter leaves the page number behind. */
export function writeFilters(filters: Filters): URLSearchParams {
  const set = Object.entries(filters)
    .map(([name, value]) => [name, value.trim()] as [string, string])
    .filter(([, value]) => value !== '')
  return new URLSearchParams(set)
}

/** A city belongs to its state: another state clears it. */
export const withFilter = (filters: Filters, name: FilterName, value: string): Filters => ({
  ...filters,
  ...(name === 'state' && { city: '' }),
  [name]: value,
})

export const countFilters = (filters: Filters): number => writeFilters(filters).size

/** The first page of the list under these filters. */
export function listAddress(filters: Filters): string {
  const search = writeFilters(filters)
  return search.size > 0 ? `/?${search}` : '/'
}
