import { toIsoDate } from '#contract/dates.ts'

/** What the list is narrowed by, as the address carries it; empty is no filter. */
export interface Filters {
  title: string
  /** `yyyy-mm-dd` */
  date_event_start: string
  date_event_end: string
}

export const TITLE_LENGTH = 120

/** What the address asks for, without what makes no sense. */
export function readFilters(search: URLSearchParams): Filters {
  const day = (name: keyof Filters) => toIsoDate(search.get(name)?.trim() ?? '') ?? ''
  return {
    title: (search.get('title') ?? '').trim().slice(0, TITLE_LENGTH),
    date_event_start: day('date_event_start'),
    date_event_end: day('date_event_end'),
  }
}

/** Only what is set, for the address. Changed filters begin at the first page. */
export const writeFilters = (filters: Filters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))

export const isFiltered = (filters: Filters): boolean => writeFilters(filters).size > 0
