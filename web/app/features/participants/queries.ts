import { keepPreviousData } from '@tanstack/react-query'
import { getEditableRegistration } from '#contract/participants/edit.ts'
import { getRegistrationRecord, type RegistrationRecord } from '#contract/participants/panel.ts'
import { listParticipants, searchParticipants } from '#contract/participants/participants.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { dataQuery, responseQuery } from '#web/api/data-query.ts'
import { refundInterval } from '#web/features/registration/refund-totals.tsx'
import { sortQuery } from '#web/lists/sorting.ts'
import type { ParticipantFilters } from './list/filters.ts'
import { PARTICIPANT_SORTING, type ParticipantSorting } from './list/sorting.ts'

export const PARTICIPANTS_KEY = ['participants'] as const
export const PARTICIPANT_LISTS_KEY = [...PARTICIPANTS_KEY, 'list'] as const

export const participantsQuery = (
  eventId: number,
  filters: ParticipantFilters,
  page: number,
  sorting: ParticipantSorting = PARTICIPANT_SORTING.initial,
) => {
  const asked = {
    ...filters,
    ...sortQuery(sorting, PARTICIPANT_SORTING.initial),
    page,
    per_page: DEFAULT_PAGE_SIZE,
  }
  const key = [...PARTICIPANT_LISTS_KEY, eventId, asked]
  const params = { id: eventId }
  return {
    ...(filters.search
      ? responseQuery(key, searchParticipants, { params, body: asked })
      : responseQuery(key, listParticipants, { params, query: asked })),
    placeholderData: keepPreviousData,
    // Registrations and payments change the list at any time.
    staleTime: 0,
  }
}

export const panelQuery = (id: number) => ({
  ...dataQuery([...PARTICIPANTS_KEY, 'panel', id], getRegistrationRecord, { params: { id } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: RegistrationRecord | undefined } }) =>
    refundInterval(state.data?.refunds),
})

export const editableQuery = (registrationId: number) => ({
  ...dataQuery([...PARTICIPANTS_KEY, 'registration', registrationId], getEditableRegistration, {
    params: { registrationId },
  }),
  // The form is filled with current data once. A refetch in the background would replace it under the user.
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
