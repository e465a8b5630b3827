import { apiContext } from '../api-context.ts'
import { eventCalendar } from '../features/event/event-calendar.ts'
import { loadEvent } from '../features/event/load-event.ts'
import type { Route } from './+types/event-calendar'

/** The event as a calendar file. An address of its own, so that phones open it in their calendar. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await loadEvent(context.get(apiContext), params.slug, new URL(request.url))
  const file = eventCalendar(page)
  if (!file) throw new Response(null, { status: 404 })
  return new Response(file, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
