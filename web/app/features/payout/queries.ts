import { keepPreviousData } from '@tanstack/react-query'
import { getPayoutSettings, listBalances, listPayouts } from '#contract/payout/enterprise.ts'
import { getMyBalance, listMyPayouts } from '#contract/payout/organizer.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import type { CallInput } from '#web/api/api.ts'
import { dataQuery, responseQuery } from '#web/api/data-query.ts'

export const PAYOUTS_KEY = ['payouts'] as const

/** Payments and refunds change these figures at any time. */
const LIVE = { staleTime: 0, placeholderData: keepPreviousData } as const

export const myBalanceQuery = { ...dataQuery([...PAYOUTS_KEY, 'my-balance'], getMyBalance), ...LIVE }
export const myPayoutsQuery = (page: number) => ({
  ...responseQuery([...PAYOUTS_KEY, 'mine', page], listMyPayouts, {
    query: { page, per_page: DEFAULT_PAGE_SIZE },
  }),
  ...LIVE,
})

type Payouts = NonNullable<CallInput<typeof listPayouts>['query']>
export const payoutsQuery = (query: Payouts) => ({
  ...responseQuery([...PAYOUTS_KEY, 'all', query], listPayouts, { query }),
  ...LIVE,
})
export const balancesQuery = { ...dataQuery([...PAYOUTS_KEY, 'balances'], listBalances), ...LIVE }
export const reserveQuery = dataQuery([...PAYOUTS_KEY, 'reserve'], getPayoutSettings)
