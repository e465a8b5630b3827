import { redirect } from 'react-router'
import type { City, listStates, State } from '#contract/city/city.ts'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import type {
  EventCard,
  listEventCities,
  listEvents,
  listRacePlaces,
  RacePlace,
} from '#contract/event/event.ts'
import type { Success } from '#contract/route.ts'
import type { ServerApi } from '#web/api/api-context.ts'
import { pageOf } from '#web/ui/use-page.ts'
import { type Filters, readFilters, writeFilters } from './filters.ts'

const PAGE_SIZE = '20'

export interface EventList {
  events: EventCard[]
  meta: Success<typeof listEvents>['meta']
  /** Today in Brasília, so that relative dates are the same on the server and in the browser. */
  today: IsoDate
}

export interface HomeData extends FilterData {
  list: EventList | null
}

export interface MapData extends FilterData {
  places: RacePlace[] | null
}

interface FilterData {
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
  const [events, filterData] = await Promise.all([api.get(`/events?${query}`), loadFilterData(api, filters)])

  const list = events.status === 200 ? (events.body as Success<typeof listEvents>) : null
  if (list && list.meta.current_page > list.meta.last_page) {
    const lastPage = new URLSearchParams(address.searchParams)
    lastPage.set('pagina', String(list.meta.last_page))
    throw redirect(`/?${lastPage}`)
  }
  return {
    list: list && { events: list.data, meta: list.meta, today: dayIn('America/Sao_Paulo', new Date()) },
    ...filterData,
  }
}

/** The municipalities with races to come that match the filters. */
export async function loadPlaces(api: ServerApi, address: URL): Promise<MapData> {
  const filters = readFilters(address.searchParams)
  const [places, filterData] = await Promise.all([
    api.get(`/events/places?${writeFilters(filters)}`),
    loadFilterData(api, filters),
  ])
  const isLoaded = places.status === 200
  return { places: isLoaded ? (places.body as Success<typeof listRacePlaces>).data : null, ...filterData }
}

async function loadFilterData(api: ServerApi, { state }: Filters): Promise<FilterData> {
  const [states, cities] = await Promise.all([
    api.get('/states'),
    state ? api.get(`/events/cities?state=${state}`) : null,
  ])
  return {
    states: states.status === 200 ? (states.body as Success<typeof listStates>).data : [],
    raceCities: cities?.status === 200 ? (cities.body as Success<typeof listEventCities>).data : [],
    offline: false,
  }
}
