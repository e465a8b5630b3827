import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getMyRegistration, listMyRegistrations, listPayableTogether } from '#contract/registration.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api } from '../../api.ts'
import type { Filters } from './filter-form.tsx'

/** Payments happen in another tab: the status is fetched again when the window regains focus. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

export const REGISTRATIONS_KEY = ['registrations'] as const

export const registrationsQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: [...REGISTRATIONS_KEY, 'list', filters, page],
    queryFn: ({ signal }) =>
      api(listMyRegistrations, { query: { ...filters, page, per_page: DEFAULT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })

export const payableQuery = queryOptions({
  queryKey: [...REGISTRATIONS_KEY, 'payable'],
  queryFn: async ({ signal }) => (await api(listPayableTogether, { signal })).data,
  ...FRESH,
})

export const registrationQuery = (id: number) =>
  queryOptions({
    queryKey: [...REGISTRATIONS_KEY, id],
    queryFn: async ({ signal }) => (await api(getMyRegistration, { params: { id }, signal })).data,
    ...FRESH,
  })
