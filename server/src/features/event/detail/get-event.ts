import { LRUCache } from 'lru-cache'
import type { PublicEvent } from '#contract/event.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasOffer, hasVacancy } from '../domain/availability.ts'
import { presentEvent, raceStock } from './present-event.ts'
import { type EventName, type EventRow, findLiveEvent, findPublicEvent } from './queries.ts'

/** A large event takes some 200 KB. */
const MAX_EVENTS = 200

const caches = new WeakMap<Db, LRUCache<number, EventRow>>()

function cacheOf(db: Db): LRUCache<number, EventRow> {
  const cache = caches.get(db) ?? new LRUCache({ max: MAX_EVENTS })
  caches.set(db, cache)
  return cache
}

type LiveEvent = NonNullable<Awaited<ReturnType<typeof findLiveEvent>>>

/**
 * One event with its whole offer. Data that changes only with a save is cached in the process by the event's version;
 * the version, the event's state and the stock are read each time, so nothing shown is stale.
 */
export async function findEvent(db: Db, now: Date, by: EventName): Promise<EventRow | undefined> {
  const live = await findLiveEvent(db, now, by)
  if (!live) return undefined
  const kept = cacheOf(db).get(live.id)
  if (kept?.version === live.version) return withLive(kept, live)
  const row = await findPublicEvent(db, now, { id: live.id })
  if (row) cacheOf(db).set(row.id, row)
  return row
}

/** Not reached: removing a level raises the version. */
const GONE = { capacity: 0, held: 0 }

function withLive(kept: EventRow, { levels, ...live }: LiveEvent): EventRow {
  const stock = new Map(levels.map(({ level_id, capacity, held }) => [level_id, { capacity, held }]))
  const fresh = <T extends { level_id: number }>(item: T) => ({
    ...item,
    ...(stock.get(item.level_id) ?? GONE),
  })
  const row = {
    ...kept,
    ...live,
    modalities: kept.modalities.map((modality) => ({
      ...fresh(modality),
      categories: modality.categories.map(fresh),
    })),
    kits: kept.kits.map((kit) => ({ ...fresh(kit), sizes: kit.sizes.map(fresh) })),
  }
  const race = raceStock(row)
  return { ...row, has_offer: hasOffer(race), has_vacancy: hasVacancy(race) }
}

/** One event with its whole offer, listed or not, open, closed or cancelled. */
export async function getEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  by: EventName,
): Promise<PublicEvent> {
  const row = await findEvent(deps.db, deps.clock.now(), by)
  if (!row) throw new AppError('event_not_found')
  return presentEvent(row, deps.config.publicUrl)
}
