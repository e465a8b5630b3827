import { LRUCache } from 'lru-cache'
import type { PublicEvent } from '#contract/event/event.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasOffer, hasVacancy } from '../domain/availability.ts'
import { presentEvent, raceStock } from './present-event.ts'
import { type EventName, type EventRow, findLiveEvent, findPublicEvent } from './queries.ts'

/** Maximum number of cached events; a large event takes about 200 KB. */
const MAX_EVENTS = 200

const caches = new WeakMap<Db, LRUCache<number, EventRow>>()

function cacheOf(db: Db): LRUCache<number, EventRow> {
  const cache = caches.get(db) ?? new LRUCache({ max: MAX_EVENTS })
  caches.set(db, cache)
  return cache
}

type LiveEvent = NonNullable<Awaited<ReturnType<typeof findLiveEvent>>>

/**
 * What changes only when the event is saved is cached per process by its version. The version, the event's
 * state and the stock are read every time, so the result is never stale.
 */
export async function findEvent(db: Db, now: Date, by: EventName): Promise<EventRow | undefined> {
  const live = await findLiveEvent(db, now, by)
  if (!live) return undefined
  const cached = cacheOf(db).get(live.id)
  if (cached?.version === live.version) return withLive(cached, live)
  const row = await findPublicEvent(db, now, { id: live.id })
  if (row) cacheOf(db).set(row.id, row)
  return row
}

/** Not used in practice: removing a level changes the version. */
const GONE = { capacity: 0, held: 0 }

function withLive(cached: EventRow, { levels, ...live }: LiveEvent): EventRow {
  const stock = new Map(levels.map(({ level_id, capacity, held }) => [level_id, { capacity, held }]))
  const fresh = <T extends { level_id: number }>(item: T) => ({
    ...item,
    ...(stock.get(item.level_id) ?? GONE),
  })
  const row = {
    ...cached,
    ...live,
    modalities: cached.modalities.map((modality) => ({
      ...fresh(modality),
      categories: modality.categories.map(fresh),
    })),
    kits: cached.kits.map((kit) => ({
      ...fresh(kit),
      tiers: kit.tiers.map(fresh),
      sizes: kit.sizes.map(fresh),
    })),
    rights: cached.rights.map(fresh),
  }
  const race = raceStock(row)
  return { ...row, has_offer: hasOffer(race), has_vacancy: hasVacancy(race) }
}

/** Reads listed and unlisted events, open, closed or cancelled. Throws 404 for an unknown one. */
export async function getEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  by: EventName,
): Promise<PublicEvent> {
  const row = await findEvent(deps.db, deps.clock.now(), by)
  if (!row) throw new AppError('event_not_found')
  return presentEvent(row, deps.config)
}
