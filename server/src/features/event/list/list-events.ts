import type { z } from 'zod'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { EventCard, EventListQuery, RacePlace } from '#contract/event/event.ts'
import type { Deps } from '#server/deps.ts'
import { findPlaces } from '#server/features/city/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { presentCard } from '../detail/present-event.ts'
import { listCards } from '../detail/queries.ts'
import { type EventFilter, listPlaces, listPublicIds, NO_FILTER, type RaceCounts } from './queries.ts'
import { raceSearch } from './race-search.ts'
import { raceTerms } from './race-terms.ts'

interface Cards extends RaceCounts {
  events: EventCard[]
}

export async function listEvents(
  deps: Pick<Deps, 'db' | 'clock'>,
  query: z.output<typeof EventListQuery>,
): Promise<Cards> {
  const now = deps.clock.now()
  const filter = await readFilter(deps.db, query, now)
  const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
  const found = await readCards(deps.db, now, filter, page)
  const around = found.total === 0 ? await aroundFilter(deps.db, query, now) : null
  return around ? readCards(deps.db, now, around, page) : found
}

type PlaceQuery = Omit<z.output<typeof EventListQuery>, 'page' | 'per_page'>

export async function listRacePlaces(
  deps: Pick<Deps, 'db' | 'clock'>,
  query: PlaceQuery,
): Promise<RacePlace[]> {
  const now = deps.clock.now()
  const places = await listPlaces(deps.db, now, await readFilter(deps.db, query, now))
  const around = places.length === 0 ? await aroundFilter(deps.db, query, now) : null
  return around ? listPlaces(deps.db, now, around) : places
}

/** The races around a city that has none itself; null for any other search. */
async function aroundFilter(db: Db, query: PlaceQuery, now: Date): Promise<EventFilter | null> {
  if (!query.title) return null
  const filter = await readFilter(db, { ...query, title: `perto de ${query.title}` }, now)
  return filter.near ? filter : null
}

async function readFilter(db: Db, query: PlaceQuery, now: Date): Promise<EventFilter> {
  return {
    ...NO_FILTER,
    ...(await searchFilter(db, query.title, dayIn('America/Sao_Paulo', now))),
    from: query.date_event_start ?? null,
    to: query.date_event_end ?? null,
    stateCode: query.state || null,
    city: /^\d{1,9}$/.test(query.city ?? '') ? Number(query.city) : query.city || null,
    open: query.status ? query.status === '1' : null,
  }
}

export async function readCards(
  db: Db,
  now: Date,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<Cards> {
  const { found, ...counts } = await listPublicIds(db, now, filter, page)
  if (found.length === 0) return { events: [], ...counts }
  const cards = await listCards(
    db,
    now,
    found.map(({ id }) => id),
  )
  const rows = new Map(cards.map((row) => [row.id, row]))
  const events = found.flatMap(({ id, km }) => {
    const row = rows.get(id)
    return row ? [{ ...presentCard(row), ...(km !== null && { distance_km: Math.round(km) }) }] : []
  })
  return { events, ...counts }
}

/** A city that does not exist is searched for as words. */
async function searchFilter(db: Db, typed: string | undefined, today: IsoDate) {
  const { rest, near: city, atMostCents, weekend } = raceSearch(typed, today)
  const places = city && (await findPlaces(db, city))
  const near = places?.length ? places : null
  const words = city && !near ? `${rest} ${city.city} ${city.state ?? ''}` : rest
  return { terms: raceTerms(words, today), atMostCents, weekend, near }
}
