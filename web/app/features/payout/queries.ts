import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getPayoutSettings, listBalances, listPayouts } from '#contract/payout/company.ts'
import { getMyBalance, listMyPayouts } from '#contract/payout/organizer.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api, type CallInput } from '../../api.ts'

export const PAYOUTS_KEY = ['payouts'] as const

/** Payments and refunds arrive all the time. */
const LIVE = { staleTime: 0, placeholderData: keepPreviousData } as const

export const myBalanceQuery = queryOptions({
  queryKey: [...PAYOUTS_KEY, 'my-balance'],
  queryFn: async ({ signal }) => (await api(getMyBalance, { signal })).data,
  ...LIVE,
})
export const myPayoutsQuery = (page: number) =>
  queryOptions({
    queryKey: [...PAYOUTS_KEY, 'mine', page],
    queryFn: ({ signal }) => api(listMyPayouts, { query: { page, per_page: DEFAULT_PAGE_SIZE }, signal }),
    ...LIVE,
  })

type Payouts = NonNullable<CallInput<typeof listPayouts>['query']>
export const payoutsQuery = (query: Payouts) =>
  queryOptions({
    queryKey: [...PAYOUTS_KEY, 'all', query],
    queryFn: ({ signal }) => api(listPayouts, { query, signal }),
    ...LIVE,
  })
export const balancesQuery = queryOptions({
  queryKey: [...PAYOUTS_KEY, 'balances'],
  queryFn: async ({ signal }) => (await api(listBalances, { signal })).data,
  ...LIVE,
})
export const reserveQuery = queryOptions({
  queryKey: [...PAYOUTS_KEY, 'reserve'],
  queryFn: async ({ signal }) => (await api(getPayoutSettings, { signal })).data,
})
