import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getEditableRegistration } from '#contract/participant-edit.ts'
import { getRegistrationPanel } from '#contract/participant-panel.ts'
import { listParticipants, searchParticipants } from '#contract/participants.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api } from '../../api.ts'
import type { ParticipantFilters } from './list/filters.ts'
import { NEWEST_FIRST, type ParticipantSorting, sortQuery } from './list/sorting.ts'

/** The key of everything that shows registrations of an event. */
export const PARTICIPANTS_KEY = ['participants'] as const

export const participantsQuery = (
  eventId: number,
  filters: ParticipantFilters,
  page: number,
  sorting: ParticipantSorting = NEWEST_FIRST,
) => {
  const asked = { ...filters, ...sortQuery(sorting), page, per_page: DEFAULT_PAGE_SIZE }
  return queryOptions({
    queryKey: [...PARTICIPANTS_KEY, 'list', eventId, asked],
    queryFn: ({ signal }) =>
      filters.search
        ? api(searchParticipants, { params: { id: eventId }, body: asked, signal })
        : api(listParticipants, { params: { id: eventId }, query: asked, signal }),
    placeholderData: keepPreviousData,
    // Registrations and payments arrive all the time.
    staleTime: 0,
  })
}

export const panelQuery = (registrationId: number) =>
  queryOptions({
    queryKey: [...PARTICIPANTS_KEY, 'panel', registrationId],
    queryFn: async ({ signal }) =>
      (await api(getRegistrationPanel, { params: { id: registrationId }, signal })).data,
    staleTime: 0,
  })

export const editableQuery = (registrationId: number) =>
  queryOptions({
    queryKey: [...PARTICIPANTS_KEY, 'registration', registrationId],
    queryFn: async ({ signal }) =>
      (await api(getEditableRegistration, { params: { registrationId }, signal })).data,
    // The form starts with current data and does not change it while it is open.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
