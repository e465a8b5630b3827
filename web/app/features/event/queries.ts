import { queryOptions } from '@tanstack/react-query'
import { getEventBySlug } from '#contract/event/event.ts'
import { api } from '#web/api/api.ts'

export const eventKey = (slug: string) => ['event', slug] as const

export const eventQuery = (slug: string) =>
  queryOptions({
    queryKey: eventKey(slug),
    queryFn: async ({ signal }) => (await api(getEventBySlug, { params: { slug }, signal })).data,
  })
