import { keepPreviousData } from '@tanstack/react-query'
import { listOrganizerEvents } from '#contract/event-management/organizer-events.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { responseQuery } from '#web/api/data-query.ts'
import type { EventFilters } from '#web/lists/filter-form.tsx'

export const EVENTS_KEY = ['organizer-events'] as const
export const EVENT_LISTS_KEY = [...EVENTS_KEY, 'list'] as const

export const eventsQuery = (filters: EventFilters, page: number) => ({
  ...responseQuery([...EVENT_LISTS_KEY, filters, page], listOrganizerEvents, {
    query: { ...filters, page, per_page: DEFAULT_PAGE_SIZE },
  }),
  placeholderData: keepPreviousData,
  // The number of registrations changes at any time.
  staleTime: 0,
})
