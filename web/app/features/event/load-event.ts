import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { getEventBySlug, PublicEvent } from '#contract/event.ts'
import type { Success } from '#contract/route.ts'
import type { ServerApi } from '../../api-context.ts'
import { EVENT_PATH, pathTo } from '../../paths.ts'

export interface EventPageData {
  event: PublicEvent
  /** The day it is where the event takes place. */
  today: IsoDate
  /** The page's one address. */
  url: string
}

/** The event of a page's address; throws a response of 404 or 503 when there is none or it could not be had. */
export async function loadEvent(api: ServerApi, slug: string, address: URL): Promise<EventPageData> {
  const { status, body } = await api.get(`/events/slug/${encodeURIComponent(slug)}`)
  // A slug the API refuses is no event's either.
  if (status >= 400 && status < 500) throw new Response(null, { status: 404 })
  if (status !== 200) throw new Response(null, { status: 503 })
  const { data: event } = body as Success<typeof getEventBySlug>
  return {
    event,
    today: dayIn(event.timezone, new Date()),
    url: new URL(pathTo(EVENT_PATH, event.slug), address).href,
  }
}
