import { queryOptions } from '@tanstack/react-query'
import type { getPaymentPage } from '#contract/payment-page.ts'
import { type Address, ApiFailure, api } from '../../api.ts'
import { pauseMs } from './view.ts'

const GET: Address<typeof getPaymentPage> = { method: 'GET', path: '/payments/:token' }

export const paymentKey = (token: string) => ['payment', token] as const

/**
 * A payment, asked for again while something may still happen to it: often at first and whenever the page is looked at again, then less
 * and less. A page that nobody looks at does not ask.
 */
export const paymentQuery = (token: string, shownAt: () => number) =>
  queryOptions({
    queryKey: paymentKey(token),
    queryFn: async ({ signal }) =>
      (await api<typeof getPaymentPage>(GET, { params: { token }, signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof ApiFailure && error.status === 404) return false
      return pauseMs(data, Date.now() - shownAt())
    },
  })
