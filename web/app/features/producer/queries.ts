import { queryOptions } from '@tanstack/react-query'
import { listEventOptions } from '#contract/organizer-event.ts'
import {
  getProducer,
  listEventProducers,
  listPermissions,
  listProducerPermissions,
  listProducers,
} from '#contract/producer.ts'
import { api } from '../../api.ts'

/**
 * The key of all queries about realizadores: they are invalidated together, because links and permissions appear in several
 * screens.
 */
export const PRODUCERS_KEY = ['producers'] as const

/** The lists alone: a realizador who was removed is not asked for again. */
export const PRODUCER_LISTS_KEY = [...PRODUCERS_KEY, 'list'] as const

export const producersQuery = queryOptions({
  queryKey: PRODUCER_LISTS_KEY,
  queryFn: async ({ signal }) => (await api(listProducers, { signal })).data,
})

/** Null when the answer has no data. */
export const producerQuery = (id: number) =>
  queryOptions({
    queryKey: [...PRODUCERS_KEY, id],
    queryFn: async ({ signal }) => (await api(getProducer, { params: { id }, signal })).data[0] ?? null,
  })

export const eventProducersQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...PRODUCER_LISTS_KEY, 'event', eventId],
    queryFn: ({ signal }) => api(listEventProducers, { params: { eventId }, signal }),
  })

export const grantedQuery = (id: number) =>
  queryOptions({
    queryKey: [...PRODUCERS_KEY, id, 'permissions'],
    queryFn: async ({ signal }) => (await api(listProducerPermissions, { params: { id }, signal })).data,
  })

export const catalogueQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: async ({ signal }) => (await api(listPermissions, { signal })).data.permissions,
})

export const eventOptionsQuery = queryOptions({
  queryKey: ['event-options'],
  queryFn: async ({ signal }) => (await api(listEventOptions, { signal })).data,
})
