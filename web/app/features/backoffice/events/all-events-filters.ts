import { STATE_CODES } from '#contract/city.ts'
import { toIsoDate } from '#contract/dates.ts'

/** The filters of the list, as the URL carries them; an empty value filters nothing. */
export interface AllEventsFilters {
  title: string
  organizer: string
  /** `0` to `3` */
  status: string
  state: string
  /** `yyyy-mm-dd` */
  date_event_start: string
  date_event_end: string
}

export const TEXT_LENGTH = 120

/** Reads the filters from the URL; invalid values are ignored. */
export function readFilters(search: URLSearchParams): AllEventsFilters {
  const text = (name: string) => (search.get(name) ?? '').trim().slice(0, TEXT_LENGTH)
  const day = (name: string) => toIsoDate(text(name)) ?? ''
  const oneOf = (name: string, values: readonly string[]) => (values.includes(text(name)) ? text(name) : '')
  return {
    title: text('title'),
    organizer: text('organizer'),
    status: oneOf('status', ['0', '1', '2', '3']),
    state: oneOf('state', STATE_CODES),
    date_event_start: day('date_event_start'),
    date_event_end: day('date_event_end'),
  }
}

/** The filters that are set, for the URL. The page number is left out, so that changed filters start at the first page. */
export const writeFilters = (filters: AllEventsFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
