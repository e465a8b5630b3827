import { calendarFile } from '#contract/calendar.ts'
import { instantIn, toIsoDate } from '#contract/dates.ts'
import { placeWords } from '#contract/event/place-words.ts'
import { apiContext } from '#web/api/api-context.ts'
import type { Route } from './+types/event-calendar'
import { type EventPageData, loadEvent } from './load-event.ts'

/** Assumed start of an event without a time. */
const LIKELY_START = '07:00'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await loadEvent(context.get(apiContext), params.slug, new URL(request.url))
  const file = eventCalendar(page)
  if (!file) throw new Response(null, { status: 404 })
  return new Response(file, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}

/** Null while the event has no date. */
function eventCalendar({ event, url }: EventPageData): string | null {
  const day = event.date_event && toIsoDate(event.date_event)
  if (!day) return null
  return calendarFile({
    uid: `event-${event.id}@${new URL(url).hostname}`,
    title: event.title,
    startsAt: instantIn(event.timezone, day, event.start_time ?? LIKELY_START),
    location: placeWords(event),
    url,
    description: url,
  })
}
