import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { getEventBySlug, PublicEvent } from '#contract/event/event.ts'
import type { ServerApi } from '#web/api/api-context.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { loadRecord } from '../load-page.tsx'

export interface EventPageData {
  event: PublicEvent
  /** Today in the event's time zone. */
  today: IsoDate
  url: string
}

export async function loadEvent(api: ServerApi, slug: string, address: URL): Promise<EventPageData> {
  const path = `/events/slug/${encodeURIComponent(slug)}`
  const { data: event } = await loadRecord<typeof getEventBySlug>(api, path)
  return {
    event,
    today: dayIn(event.timezone, new Date()),
    url: new URL(pathTo(EVENT_PATH, event.slug), address).href,
  }
}
