import { queryOptions } from '@tanstack/react-query'
import { getEventCancellation } from '#contract/event-cancellation/event-cancellation.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'

/** The effects that a cancellation would have, or the progress of one. */
export const cancellationQuery = (id: number) =>
  queryOptions({
    ...dataQuery([...EVENTS_KEY, id, 'cancellation'], getEventCancellation, { params: { id } }),
    staleTime: 0,
    // Polls until the job has cancelled all registrations.
    refetchInterval: ({ state: { data } }) => (data?.cancelled && data.registrations > 0 ? 3_000 : false),
  })
