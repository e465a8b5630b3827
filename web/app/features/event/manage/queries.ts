import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getEventCancellation } from '#contract/event-cancellation.ts'
import {
  changeEventStatus,
  getOrganizerEvent,
  listEventHistory,
  listEventOwners,
  listOrganizerEvents,
  type OrganizerEventRow,
} from '#contract/organizer-event.ts'
import { getFees } from '#contract/producer.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api, failureMessage } from '../../../api.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Filters } from '../../registration/filter-form.tsx'

export const EVENTS_KEY = ['organizer-events'] as const
export const EVENT_LISTS_KEY = [...EVENTS_KEY, 'list'] as const

export const eventsQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: [...EVENT_LISTS_KEY, filters, page],
    queryFn: ({ signal }) =>
      api(listOrganizerEvents, { query: { ...filters, page, per_page: DEFAULT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    // The count of registrations changes at any moment.
    staleTime: 0,
  })

export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: [...EVENTS_KEY, id],
    queryFn: async ({ signal }) => (await api(getOrganizerEvent, { params: { id }, signal })).data,
    // The form starts from the stored event, and only its own save replaces what it started from.
    staleTime: 0,
    // Just long enough to go from saving a new event to its own page.
    gcTime: 5_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** What cancelling the event would do, or where its cancelling is. */
export const cancellationQuery = (id: number) =>
  queryOptions({
    queryKey: [...EVENTS_KEY, id, 'cancellation'],
    queryFn: async ({ signal }) => (await api(getEventCancellation, { params: { id }, signal })).data,
    staleTime: 0,
    // Until the job has cancelled all registrations.
    refetchInterval: ({ state: { data } }) => (data?.cancelled && data.registrations > 0 ? 3_000 : false),
  })

export const historyQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...EVENTS_KEY, id, 'history', page],
    queryFn: ({ signal }) =>
      api(listEventHistory, { params: { id }, query: { page, per_page: DEFAULT_PAGE_SIZE }, signal }),
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

interface Rows {
  data: OrganizerEventRow[]
}

/** Opens or closes an event and updates the cached lists. */
export function useSwitchStatus() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: 0 | 1 }) =>
      api(changeEventStatus, { params: { id }, body: { status } }),
    onSuccess: ({ data: switched }) => {
      queries.setQueriesData<Rows>(
        { queryKey: EVENT_LISTS_KEY },
        (list) =>
          list && {
            ...list,
            data: list.data.map((row) =>
              row.id === switched.id
                ? { ...row, status: switched.status, opened: row.opened || switched.status === 1 }
                : row,
            ),
          },
      )
      showToast('success', 'Status alterado com sucesso!')
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao alterar status do evento.')),
  })
}
