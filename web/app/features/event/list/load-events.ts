import { redirect } from 'react-router'
import type { City, listStates, State } from '#contract/city/city.ts'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { EventCard, listEventCities, listEvents } from '#contract/event/event.ts'
import type { PageMeta, Success } from '#contract/route.ts'
import type { ServerApi } from '#web/api/api-context.ts'
import { pageOf } from '#web/ui/use-page.ts'
import { readFilters, writeFilters } from './filters.ts'

const PAGE_SIZE = '20'

export interface EventList {
  events: EventCard[]
  meta: PageMeta
  /** Today in Brasília, so that relative dates are the same on the server and in the browser. */
  today: IsoDate
}

export interface HomeData {
  list: EventList | null
  states: State[]
  /** The cities of the chosen state with upcoming races. */
  raceCities: City[]
  offline: boolean
}

/** Redirects to the last page when the requested one lies beyond it. */
export async function loadEvents(api: ServerApi, address: URL): Promise<HomeData> {
  const filters = readFilters(address.searchParams)
  const query = writeFilters(filters)
  query.set('page', String(pageOf(address.searchParams)))
  query.set('per_page', PAGE_SIZE)
  const [events, states, cities] = await Promise.all([
    api.get(`/events?${query}`),
    api.get('/states'),
    filters.state ? api.get(`/events/cities?state=${filters.state}`) : null,
  ])

  const list = events.status === 200 ? (events.body as Success<typeof listEvents>) : null
  if (list && list.meta.current_page > list.meta.last_page) {
    const lastPage = new URLSearchParams(address.searchParams)
    lastPage.set('pagina', String(list.meta.last_page))
    throw redirect(`/?${lastPage}`)
  }
  return {
    list: list && { events: list.data, meta: list.meta, today: dayIn('America/Sao_Paulo', new Date()) },
    states: states.status === 200 ? (states.body as Success<typeof listStates>).data : [],
    raceCities: cities?.status === 200 ? (cities.body as Success<typeof listEventCities>).data : [],
    offline: false,
  }
}
