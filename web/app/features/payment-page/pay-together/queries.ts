import { queryOptions } from '@tanstack/react-query'
import { listPayableTogether } from '#contract/my-registrations/my-registrations.ts'
import { api } from '#web/api/api.ts'
import { FRESH, PAYMENT_PAUSE_MS, REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'

export const payableQuery = queryOptions({
  queryKey: [...REGISTRATIONS_KEY, 'payable'],
  queryFn: async ({ signal }) => (await api(listPayableTogether, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.length ? PAYMENT_PAUSE_MS : false),
  ...FRESH,
})
