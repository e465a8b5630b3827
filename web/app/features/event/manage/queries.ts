import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getOrganizerEvent,
  listEventHistory,
  listEventOwners,
  listOrganizerEvents,
} from '#contract/organizer-event.ts'
import { getFees } from '#contract/producer.ts'
import { api } from '../../../api.ts'
import type { Filters } from '../../registration/filter-form.tsx'

const EVENTS_KEY = ['organizer-events'] as const
export const EVENT_LISTS_KEY = [...EVENTS_KEY, 'list'] as const

export const eventsQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: [...EVENT_LISTS_KEY, filters, page],
    queryFn: ({ signal }) => api(listOrganizerEvents, { query: { ...filters, page }, signal }),
    placeholderData: keepPreviousData,
    // Registrations come in all the time.
    staleTime: 0,
  })

export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: [...EVENTS_KEY, id],
    queryFn: async ({ signal }) => (await api(getOrganizerEvent, { params: { id }, signal })).data,
    // An editor begins with what is, and keeps what it began with: only its own save changes it.
    staleTime: 0,
    // Just long enough for a new event to go from its save to its own page.
    gcTime: 5_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const historyQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...EVENTS_KEY, id, 'history', page],
    queryFn: ({ signal }) => api(listEventHistory, { params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const ownersQuery = (search: string) =>
  queryOptions({
    queryKey: ['event-owners', search],
    queryFn: async ({ signal }) => (await api(listEventOwners, { query: { search }, signal })).data,
    placeholderData: keepPreviousData,
  })

export const feesQuery = queryOptions({
  queryKey: ['fees'],
  queryFn: async ({ signal }) => (await api(getFees, { signal })).data,
})
