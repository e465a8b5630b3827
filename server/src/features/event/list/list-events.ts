import type { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { EventCard, EventListQuery } from '#contract/event/event.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { presentCard } from '../detail/present-event.ts'
import { listCards } from '../detail/queries.ts'
import { type EventFilter, listPublicIds, NO_FILTER } from './queries.ts'
import { raceSearch } from './race-search.ts'

export async function listEvents(
  deps: Pick<Deps, 'db' | 'clock'>,
  query: z.output<typeof EventListQuery>,
): Promise<{ events: EventCard[]; total: number }> {
  const now = deps.clock.now()
  const filter = {
    ...NO_FILTER,
    ...raceSearch(query.title, dayIn('America/Sao_Paulo', now)),
    from: query.date_event_start ?? null,
    to: query.date_event_end ?? null,
    stateCode: query.state || null,
    city: /^\d{1,9}$/.test(query.city ?? '') ? Number(query.city) : query.city || null,
    open: query.status ? query.status === '1' : null,
  }
  const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
  return readCards(deps.db, now, filter, page)
}

export async function readCards(
  db: Db,
  now: Date,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ events: EventCard[]; total: number }> {
  const { ids, total } = await listPublicIds(db, now, filter, page)
  if (ids.length === 0) return { events: [], total }
  const rows = new Map((await listCards(db, now, ids)).map((row) => [row.id, row]))
  return { events: ids.flatMap((id) => rows.get(id) ?? []).map(presentCard), total }
}
