import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { getEventBySlug, PublicEvent } from '#contract/event.ts'
import type { Success } from '#contract/route.ts'
import type { ServerApi } from '../../api-context.ts'
import { EVENT_PATH, pathTo } from '../../paths.ts'

export interface EventPageData {
  event: PublicEvent
  /** Today in the event's time zone. */
  today: IsoDate
  /** The page's canonical URL. */
  url: string
}

/** Loads the event of a page; throws a 404 response when it does not exist and a 503 when it could not be loaded. */
export async function loadEvent(api: ServerApi, slug: string, address: URL): Promise<EventPageData> {
  const { status, body } = await api.get(`/events/slug/${encodeURIComponent(slug)}`)
  // A slug that the API refuses belongs to no event either.
  if (status >= 400 && status < 500) throw new Response(null, { status: 404 })
  if (status !== 200) throw new Response(null, { status: 503 })
  const { data: event } = body as Success<typeof getEventBySlug>
  return {
    event,
    today: dayIn(event.timezone, new Date()),
    url: new URL(pathTo(EVENT_PATH, event.slug), address).href,
  }
}
