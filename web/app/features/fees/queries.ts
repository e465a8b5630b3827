import { queryOptions } from '@tanstack/react-query'
import { getEnterpriseFees } from '#contract/backoffice/enterprises.ts'
import { getFees } from '#contract/producer.ts'
import { api } from '../../api.ts'

/** The fees of the organizer who asks; for Empresa and Admin, the enterprise's. */
export const feesQuery = queryOptions({
  queryKey: ['fees'],
  queryFn: async ({ signal }) => (await api(getFees, { signal })).data,
})

export const enterpriseFeesQuery = (id: number) =>
  queryOptions({
    queryKey: ['fees', 'enterprise', id],
    queryFn: async ({ signal }) => (await api(getEnterpriseFees, { params: { id }, signal })).data,
  })
