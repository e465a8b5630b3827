import { queryOptions } from '@tanstack/react-query'
import { getFees } from '#contract/producer.ts'
import { api } from '../../api.ts'

export const feesQuery = queryOptions({
  queryKey: ['fees'],
  queryFn: async ({ signal }) => (await api(getFees, { signal })).data,
})
