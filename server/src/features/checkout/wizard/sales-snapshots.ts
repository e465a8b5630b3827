import { LRUCache } from 'lru-cache'
import { askedQuestion } from '#contract/event/question.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { storedDiscount } from '#contract/pricing/discount.ts'
import type { AgeReference, IneligibleChanges } from '#contract/pricing/eligibility.ts'
import { referenceDay } from '#contract/registration/age.ts'
import { kitPrice, tierOf } from '#server/features/event/domain/kit-price.ts'
import { presentQuestion } from '#server/features/event/domain/question.ts'
import { rightOf } from '#server/features/event/domain/rights.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import type { Db } from '#server/lib/db.ts'
import type { SalesSnapshot } from '../domain/sales-snapshot.ts'
import { findEventVersion, findSnapshot } from '../queries/orders.ts'

const MAX_EVENTS = 500

const caches = new WeakMap<Db, LRUCache<number, SalesSnapshot>>()

function cacheOf(db: Db): LRUCache<number, SalesSnapshot> {
  const cache = caches.get(db) ?? new LRUCache({ max: MAX_EVENTS })
  caches.set(db, cache)
  return cache
}

/**
 * Null when the event does not exist. May be outdated: `take_spots` refuses orders planned with it as stale,
 * and a caller that refuses an order because of it checks `isCurrent` first.
 */
export const findCachedSnapshot = async (db: Db, eventId: number): Promise<SalesSnapshot | null> =>
  cacheOf(db).get(eventId) ?? (await readSnapshot(db, eventId))

export const isCurrent = async (db: Db, snapshot: SalesSnapshot): Promise<boolean> =>
  (await findEventVersion(db, snapshot.eventId)) === snapshot.version

/** Concurrent callers share one read. */
export const readSnapshot = batchedBy((db: Db) => async (eventIds: number[]) => {
  const snapshots = new Map<number, SalesSnapshot | null>()
  for (const eventId of new Set(eventIds)) snapshots.set(eventId, await readOne(db, eventId))
  return eventIds.map((eventId) => snapshots.get(eventId) ?? null)
})

async function readOne(db: Db, eventId: number): Promise<SalesSnapshot | null> {
  const row = await findSnapshot(db, eventId)
  const cache = cacheOf(db)
  if (!row) {
    cache.delete(eventId)
    return null
  }
  const snapshot = toSnapshot(row)
  cache.set(eventId, snapshot)
  return snapshot
}

const toSnapshot = (row: NonNullable<Awaited<ReturnType<typeof findSnapshot>>>): SalesSnapshot => ({
  eventId: row.id,
  version: row.version,
  title: row.title,
  status: row.status,
  registrationStartsOn: row.registration_starts_on,
  registrationEndsOn: row.registration_ends_on,
  eventOn: row.event_on,
  agesOn: referenceDay(row.event_on, row.age_reference as AgeReference),
  ineligibleChanges: row.ineligible_changes as IneligibleChanges,
  timezone: row.timezone,
  levelId: row.stock_level_id,
  modalities: row.modalities.map(({ stock_level_id, ...modality }) => ({
    ...modality,
    levelId: stock_level_id,
  })),
  categories: row.categories.map(({ modality_id, stock_level_id, ...category }) => ({
    ...category,
    modalityId: modality_id,
    levelId: stock_level_id,
  })),
  kits: row.kits.map((kit) => ({
    id: kit.id,
    name: kit.name,
    categoryIds: kit.category_ids,
    status: kit.status,
    sex: kit.sex,
    min_age: kit.min_age,
    max_age: kit.max_age,
    levelId: kit.stock_level_id,
    price: kitPrice(kit),
    tiers: kit.tiers.map((tier) => ({ ...tierOf(tier), id: tier.id, levelId: tier.level_id })),
    sizes: kit.sizes.map(({ id, name, stock_level_id }) => ({ id, name, levelId: stock_level_id })),
  })),
  rights: row.rights.map(({ level_id, ...right }) => ({
    ...rightOf(right, row.event_on),
    levelId: level_id,
  })),
  coupons: row.coupons.map(({ stock_level_id, ...coupon }) => ({
    ...coupon,
    ...storedDiscount(coupon),
    levelId: stock_level_id,
  })),
  terms: row.terms,
  questionnaires: row.questionnaires.map((question) => askedQuestion(presentQuestion(question))),
  cancellationTiers: row.cancellation_tiers,
  paymentMethods: row.payment_methods.map(({ id, type }) => ({ id, type: type as PaymentType })),
})
