import { queryOptions } from '@tanstack/react-query'
import type { getPaymentPage } from '#contract/payment-page/payment-page.ts'
import { type Address, ApiFailure, api } from '#web/api/api.ts'
import { pauseMs } from './payment-view.ts'

const GET: Address<typeof getPaymentPage> = { method: 'GET', path: '/payments/:token' }

export const paymentKey = (token: string) => ['payment', token] as const

/** Polled often at first and after the page becomes visible again, then less often; not while hidden. */
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
