import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor } from '#contract/second-factor.ts'
import { api } from '../../../api.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await api(getSecondFactor, { signal })).data,
})
