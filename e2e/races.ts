import type { APIRequestContext } from 'playwright/test'
import type { EventCard, PublicEvent } from '#contract/event/event.ts'

/** Returns the events of the public list that match a query. */
export async function races(request: APIRequestContext, query = ''): Promise<EventCard[]> {
  const answer = await request.get(`/api/v1/events?per_page=100&${query}`)
  const { data } = (await answer.json()) as { data: EventCard[] }
  return data
}

/** Returns the first event of the demo data that satisfies a condition. Throws if there is none. */
export async function raceWhere(
  request: APIRequestContext,
  holds: (race: EventCard) => boolean,
): Promise<EventCard> {
  const race = (await races(request)).find(holds)
  if (!race) throw new Error(`the demo data has no race for which ${holds}`)
  return race
}

/** Returns the first event whose details satisfy a condition. Throws if there is none. */
export async function detailWhere(
  request: APIRequestContext,
  holds: (race: PublicEvent) => boolean,
): Promise<PublicEvent> {
  for (const { slug } of await races(request)) {
    const answer = await request.get(`/api/v1/events/slug/${slug}`)
    const { data } = (await answer.json()) as { data: PublicEvent }
    if (holds(data)) return data
  }
  throw new Error(`the demo data has no race for which ${holds}`)
}
