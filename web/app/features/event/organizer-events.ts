import { keepPreviousData } from '@tanstack/react-query'
import { type EventSort, listOrganizerEvents } from '#contract/event-management/organizer-events.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { responseQuery } from '#web/api/data-query.ts'
import type { EventFilters } from '#web/lists/filter-form.tsx'
import { type Sorting, sortQuery } from '#web/lists/sorting.ts'

export const EVENTS_KEY = ['organizer-events'] as const
export const EVENT_LISTS_KEY = [...EVENTS_KEY, 'list'] as const

export const eventsQuery = (
  filters: Partial<EventFilters> & { period?: 'current' | 'past' | undefined },
  page: number,
  sorting: Sorting<EventSort> | null = null,
) => {
  const query = { ...filters, ...sortQuery(sorting, null), page, per_page: DEFAULT_PAGE_SIZE }
  return {
    ...responseQuery([...EVENT_LISTS_KEY, query], listOrganizerEvents, { query }),
    placeholderData: keepPreviousData,
    // The number of registrations changes at any time.
    staleTime: 0,
  }
}
