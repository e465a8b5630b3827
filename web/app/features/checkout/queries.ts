import { queryOptions } from '@tanstack/react-query'
import { getOrder } from '#contract/checkout.ts'
import { getEventBySlug } from '#contract/event.ts'
import { api } from '../../api.ts'

export const eventKey = (slug: string) => ['event', slug] as const

export const eventQuery = (slug: string) =>
  queryOptions({
    queryKey: eventKey(slug),
    queryFn: async ({ signal }) => (await api(getEventBySlug, { params: { slug }, signal })).data,
  })

export const orderQuery = (key: string) =>
  queryOptions({
    queryKey: ['order', key],
    queryFn: async ({ signal }) => (await api(getOrder, { params: { key }, signal })).data,
  })
