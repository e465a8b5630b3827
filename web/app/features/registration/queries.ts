import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getMyRegistration, listMyRegistrations, listPayableTogether } from '#contract/registration.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api } from '../../api.ts'
import { withCopy } from '../../offline/copies.ts'
import type { Filters } from './filter-form.tsx'

/** Payments happen in another tab: the status is fetched again when the window regains focus. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

const COPY_PAUSE_MS = 10_000

/** While a copy is shown, the server is asked again. */
const untilFresh = ({ state }: { state: { data: { keptAt: string | null } | undefined } }) =>
  state.data?.keptAt ? COPY_PAUSE_MS : false

export const REGISTRATIONS_KEY = ['registrations'] as const

export const registrationsQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: [...REGISTRATIONS_KEY, 'list', filters, page],
    queryFn: ({ signal }) =>
      withCopy(`list ${page} ${JSON.stringify(filters)}`, () =>
        api(listMyRegistrations, { query: { ...filters, page, per_page: DEFAULT_PAGE_SIZE }, signal }),
      ),
    refetchInterval: untilFresh,
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
    queryFn: ({ signal }) =>
      withCopy(
        `registration ${id}`,
        async () => (await api(getMyRegistration, { params: { id }, signal })).data,
      ),
    refetchInterval: untilFresh,
    ...FRESH,
  })
