import { calendarFile } from '#contract/calendar.ts'
import { instantIn, toIsoDate } from '#contract/dates.ts'
import type { EventPageData } from './load-event.ts'

/** Races start early; without a time the entry says the morning. */
const LIKELY_START = '07:00'

/** The event as an `.ics` file; null while its day is not known. */
export function eventCalendar({ event, url }: EventPageData): string | null {
  const day = event.date_event && toIsoDate(event.date_event)
  if (!day) return null
  return calendarFile({
    uid: `event-${event.id}@${new URL(url).hostname}`,
    title: event.title,
    startsAt: instantIn(event.timezone, day, event.start_time ?? LIKELY_START),
    location: [event.city, event.state].filter(Boolean).join(', '),
    url,
    description: url,
  })
}
