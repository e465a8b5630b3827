import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isOpen } from '#contract/payment-status.ts'
import { getMyRegistration, listMyRegistrations, listPayableTogether } from '#contract/registration.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api } from '../../api.ts'
import { withCopy } from '../../offline/copies.ts'
import type { Filters } from './filter-form.tsx'

/** Payments happen in another tab, window or app: the status is fetched again when the page is seen again. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

const COPY_PAUSE_MS = 10_000
const PAYMENT_PAUSE_MS = 15_000

/** How soon the server is asked again, while the page is in sight: a copy is shown, or a payment may arrive. */
function pause(keptAt: string | null | undefined, payments: readonly { status_code: number }[]) {
  if (keptAt) return COPY_PAUSE_MS
  return payments.some(({ status_code }) => isOpen(status_code)) && PAYMENT_PAUSE_MS
}

export const REGISTRATIONS_KEY = ['registrations'] as const

export const registrationsQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: [...REGISTRATIONS_KEY, 'list', filters, page],
    queryFn: ({ signal }) =>
      withCopy(`list ${page} ${JSON.stringify(filters)}`, () =>
        api(listMyRegistrations, { query: { ...filters, page, per_page: DEFAULT_PAGE_SIZE }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      pause(data?.keptAt, data?.data.flatMap(({ event }) => event.payment ?? []) ?? []),
    placeholderData: keepPreviousData,
    ...FRESH,
  })

export const payableQuery = queryOptions({
  queryKey: [...REGISTRATIONS_KEY, 'payable'],
  queryFn: async ({ signal }) => (await api(listPayableTogether, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.length ? PAYMENT_PAUSE_MS : false),
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
    refetchInterval: ({ state: { data } }) => pause(data?.keptAt, data?.payments ?? []),
    ...FRESH,
  })
