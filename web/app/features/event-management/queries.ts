import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { listEventHistory } from '#contract/event-management/event-history.ts'
import {
  changeEventStatus,
  getEventHead,
  getOrganizerEvent,
  listEventOwners,
  type OrganizerEventRow,
} from '#contract/event-management/organizer-events.ts'
import { getFees } from '#contract/producer/producer.ts'
import { simulateRight } from '#contract/report/right-simulation.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api, type CallInput, failureMessage } from '#web/api/api.ts'
import { dataQuery, responseQuery } from '#web/api/data-query.ts'
import { EVENT_LISTS_KEY, EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { showToast } from '#web/ui/toast.ts'
import { draftOfEvent, loadDraft } from './draft-sync.ts'

/** Loaded once, when the editor opens. Without it, a first save finds out what the server has. */
const OPENED_ONCE = {
  retry: false,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

export const eventDraftQuery = (id: number) =>
  queryOptions({
    ...OPENED_ONCE,
    queryKey: [...EVENTS_KEY, id, 'draft'],
    queryFn: () => draftOfEvent(id),
  })

export const newDraftQuery = (id: string, choosesOwner: boolean) =>
  queryOptions({
    ...OPENED_ONCE,
    queryKey: ['event-draft', id],
    queryFn: () => loadDraft(id, { eventId: null, choosesOwner }),
  })

export const eventQuery = (id: number) => ({
  ...dataQuery([...EVENTS_KEY, id], getOrganizerEvent, { params: { id } }),
  // A refetch in the background would replace the form under the user, so only a save updates it.
  staleTime: 0,
  // Long enough to move from saving a new event to its own page.
  gcTime: 5_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** What the tabs of the event show of it. */
export const eventHeadQuery = (id: number) => ({
  ...dataQuery([...EVENTS_KEY, id, 'head'], getEventHead, { params: { id } }),
  staleTime: 0,
})

export const historyQuery = (id: number, page: number) => ({
  ...responseQuery([...EVENTS_KEY, id, 'history', page], listEventHistory, {
    params: { id },
    query: { page, per_page: DEFAULT_PAGE_SIZE },
  }),
  placeholderData: keepPreviousData,
  staleTime: 0,
})

export const ownersQuery = (search: string) => ({
  ...dataQuery(['event-owners', search], listEventOwners, { query: { search } }),
  placeholderData: keepPreviousData,
})

export const simulationQuery = (id: number, query: CallInput<typeof simulateRight>['query']) =>
  dataQuery([...EVENTS_KEY, id, 'right', query], simulateRight, { params: { id }, query })

export const feesQuery = dataQuery(['fees'], getFees)

interface Rows {
  data: OrganizerEventRow[]
}

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
                ? {
                    ...row,
                    status: switched.status,
                    opened: row.opened || switched.status === EVENT_STATUS.open,
                  }
                : row,
            ),
          },
      )
      showToast('success', 'Status alterado com sucesso!')
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao alterar status do evento.')),
  })
}
