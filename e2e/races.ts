import type { APIRequestContext } from 'playwright/test'
import type { EventCard, PublicEvent } from '#contract/event.ts'

/** The public list as the API tells it, all pages of it, or what a query leaves of it. */
export async function races(request: APIRequestContext, query = ''): Promise<EventCard[]> {
  const answer = await request.get(`/api/v1/events?per_page=100&${query}`)
  const { data } = (await answer.json()) as { data: EventCard[] }
  return data
}

/** A race of the demo data for which something holds; there has to be one. */
export async function raceWhere(
  request: APIRequestContext,
  holds: (race: EventCard) => boolean,
): Promise<EventCard> {
  const race = (await races(request)).find(holds)
  if (!race) throw new Error(`the demo data has no race for which ${holds}`)
  return race
}

/** The same for what only a race's own page knows. */
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
