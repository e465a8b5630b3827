import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getMyRegistration, listMyRegistrations } from '#contract/my-registrations/my-registrations.ts'
import { isOpen } from '#contract/payment/payment-status.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api } from '#web/api/api.ts'
import { FRESH, PAYMENT_PAUSE_MS, REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import type { EventFilters } from '#web/lists/filter-form.tsx'
import { withCopy } from '#web/offline/copies.ts'

const COPY_PAUSE_MS = 10_000

/** A visible page is refetched while it shows a stored copy, and while a payment may arrive. */
function pause(keptAt: string | null | undefined, payments: readonly { status_code: number }[]) {
  if (keptAt) return COPY_PAUSE_MS
  return payments.some(({ status_code }) => isOpen(status_code)) && PAYMENT_PAUSE_MS
}

export const registrationsQuery = (filters: EventFilters, page: number) =>
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
