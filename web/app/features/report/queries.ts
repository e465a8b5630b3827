import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getEventAudience, getEventDashboard, getOrganizerDashboard } from '#contract/report/dashboard.ts'
import type { Period } from '#contract/report/period.ts'
import { api } from '../../api.ts'

/** Registrations and payments arrive all the time. */
const LIVE = { staleTime: 0 } as const
const KEY = ['report'] as const

export const homeQuery = (period: Period) =>
  queryOptions({
    queryKey: [...KEY, 'home', period],
    queryFn: async ({ signal }) => (await api(getOrganizerDashboard, { query: period, signal })).data,
    placeholderData: keepPreviousData,
    ...LIVE,
  })

export const panelQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...KEY, 'event', eventId],
    queryFn: async ({ signal }) => (await api(getEventDashboard, { params: { id: eventId }, signal })).data,
    ...LIVE,
  })

export const audienceQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...KEY, 'audience', eventId],
    queryFn: async ({ signal }) => (await api(getEventAudience, { params: { id: eventId }, signal })).data,
    ...LIVE,
  })
