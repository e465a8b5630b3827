import { queryOptions } from '@tanstack/react-query'
import { listEventOptions } from '#contract/event-management/organizer-events.ts'
import {
  getProducer,
  listEventProducers,
  listPermissions,
  listProducerPermissions,
  listProducers,
} from '#contract/producer/producer.ts'
import { api } from '#web/api/api.ts'
import { dataQuery, responseQuery } from '#web/api/data-query.ts'

/** Invalidated together, because events and permissions appear in several screens. */
export const PRODUCERS_KEY = ['producers'] as const

/** Invalidating only the lists avoids refetching a realizador who was removed. */
export const PRODUCER_LISTS_KEY = [...PRODUCERS_KEY, 'list'] as const

export const producersQuery = dataQuery(PRODUCER_LISTS_KEY, listProducers)

export const producerQuery = (id: number) =>
  queryOptions({
    queryKey: [...PRODUCERS_KEY, id],
    queryFn: async ({ signal }) => (await api(getProducer, { params: { id }, signal })).data[0] ?? null,
  })

export const eventProducersQuery = (eventId: number) =>
  responseQuery([...PRODUCER_LISTS_KEY, 'event', eventId], listEventProducers, { params: { eventId } })

export const grantedQuery = (id: number) =>
  dataQuery([...PRODUCERS_KEY, id, 'permissions'], listProducerPermissions, { params: { id } })

export const catalogueQuery = dataQuery(['permissions'], listPermissions)
export const eventOptionsQuery = dataQuery(['event-options'], listEventOptions)
