import { LRUCache } from 'lru-cache'
import { storedDiscount } from '#contract/discount.ts'
import { optionsOf, type QuestionKind } from '#contract/questions.ts'
import type { Db } from '#server/lib/db.ts'
import { gatheredBy } from '#server/lib/gather.ts'
import { kitPrice } from '../event/domain/kit-price.ts'
import type { Offer } from './domain/offer.ts'
import { findEventVersion, findOffer } from './queries/orders.ts'

const MAX_EVENTS = 500

const caches = new WeakMap<Db, LRUCache<number, Offer>>()

function cacheOf(db: Db): LRUCache<number, Offer> {
  const cache = caches.get(db) ?? new LRUCache({ max: MAX_EVENTS })
  caches.set(db, cache)
  return cache
}

/**
 * Returns the offer of an event from the cache, or reads it; null when the event does not exist. A cached offer may be outdated:
 * `take_spots` refuses orders planned with it as stale, and a caller that refuses an order because of it checks `isCurrent` first.
 */
export const findCachedOffer = async (db: Db, eventId: number): Promise<Offer | null> =>
  cacheOf(db).get(eventId) ?? (await readOffer(db, eventId))

export const isCurrent = async (db: Db, offer: Offer): Promise<boolean> =>
  (await findEventVersion(db, offer.eventId)) === offer.version

/** Reads the offer from the database and caches it. Those who ask at once share the reading. */
export const readOffer = gatheredBy((db: Db) => async (eventIds: number[]) => {
  const offers = new Map<number, Offer | null>()
  for (const eventId of new Set(eventIds)) offers.set(eventId, await readOne(db, eventId))
  return eventIds.map((eventId) => offers.get(eventId) ?? null)
})

async function readOne(db: Db, eventId: number): Promise<Offer | null> {
  const row = await findOffer(db, eventId)
  const cache = cacheOf(db)
  if (!row) {
    cache.delete(eventId)
    return null
  }
  const offer = toOffer(row)
  cache.set(eventId, offer)
  return offer
}

const toOffer = (row: NonNullable<Awaited<ReturnType<typeof findOffer>>>): Offer => ({
  eventId: row.id,
  version: row.version,
  title: row.title,
  status: row.status,
  registrationStartsOn: row.registration_starts_on,
  registrationEndsOn: row.registration_ends_on,
  eventOn: row.event_on,
  timezone: row.timezone,
  levelId: row.stock_level_id,
  modalities: row.modalities.map(({ id, name, status, stock_level_id }) => ({
    id,
    name,
    status,
    levelId: stock_level_id,
  })),
  categories: row.categories.map(({ id, name, modality_id, stock_level_id }) => ({
    id,
    name,
    modalityId: modality_id,
    levelId: stock_level_id,
  })),
  kits: row.kits.map((kit) => ({
    id: kit.id,
    name: kit.name,
    categoryIds: kit.category_ids,
    status: kit.status,
    levelId: kit.stock_level_id,
    price: kitPrice(kit),
    sizes: kit.sizes.map(({ id, name, stock_level_id }) => ({ id, name, levelId: stock_level_id })),
  })),
  coupons: row.coupons.map((coupon) => ({
    id: coupon.id,
    code: coupon.code,
    levelId: coupon.stock_level_id,
    ...storedDiscount(coupon),
    status: coupon.status,
    startsOn: coupon.starts_on,
    endsOn: coupon.ends_on,
    kitId: coupon.kit_id,
  })),
  terms: row.terms,
  questionnaires: row.questionnaires.map(({ id, question, attach_file, kind, required, ...one }) => ({
    id,
    question,
    asksFile: attach_file === 1,
    kind: kind as QuestionKind,
    required,
    options: optionsOf(one.options),
    modalityId: one.modality_id,
  })),
  cancellationTiers: row.cancellation_tiers,
  paymentMethods: row.payment_methods.map(({ id, type }) => ({ id, type: type as 0 | 1 | 2 })),
})
