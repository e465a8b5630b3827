import { isSoldIn } from '#contract/kit-categories.ts'
import type { Cents } from '#contract/money.ts'
import { MINIMUM_CHARGE_CENTS, priceOf } from '#contract/price.ts'
import { priceColumns } from '../../event/domain/kit-price.ts'
import type { StoredChoice } from '../../registration/queries.ts'
import type { Offer, OfferedCoupon, OfferedKit } from '../domain/offer.ts'
import type { NeededLevel } from '../domain/order-request.ts'
import { neededLevels } from '../domain/plan-participant.ts'

export interface Place {
  kit: OfferedKit
  /** Those with a unit left; none for a kit without shirts. */
  sizes: OfferedKit['sizes']
  columns: StoredChoice
  coupon: OfferedCoupon | null
}

interface Runner {
  current: StoredChoice
  paidCents: Cents
  /** Whether a level has a unit left. */
  hasRoom: (levelId: number) => boolean
}

/**
 * The places of the same category that somebody who paid too late for theirs may take now: each kit on sale that has a spot at every level, at its
 * present price. The same kit costs what it did; the coupon counts while it has a use left. A difference that the gateway would refuse
 * as too small is not offered.
 */
export function placesOf(offer: Offer, { current, paidCents, hasRoom }: Runner): Place[] {
  const category = offer.categories.find(({ id }) => id === current.category_id)
  const modality = offer.modalities.find(({ id, status }) => id === category?.modalityId && status === 1)
  if (!category || !modality) return []
  if (![offer.levelId, modality.levelId, category.levelId].every(hasRoom)) return []
  const accepted = offer.coupons.find(({ id }) => id === current.coupon_id)
  const usable = accepted && hasRoom(accepted.levelId) ? accepted : null
  return offer.kits.flatMap((kit): Place[] => {
    const isFor = isSoldIn(kit.categoryIds, category.id)
    const sizes = kit.sizes.filter(({ levelId }) => hasRoom(levelId))
    const isLeft = hasRoom(kit.levelId) && (kit.sizes.length === 0 || sizes.length > 0)
    if (kit.status !== 1 || !isFor || !isLeft) return []
    const fits = kit.price.valueCents > 0 && (usable?.kitId === null || usable?.kitId === kit.id)
    const coupon = fits ? usable : null
    const isAsBefore = kit.id === current.kit_id && (coupon?.id ?? null) === current.coupon_id
    const price = isAsBefore ? current : priceColumns(priceOf({ ...kit.price, name: kit.name }, coupon))
    const difference = price.total_cents - paidCents
    if (difference > 0 && difference < MINIMUM_CHARGE_CENTS) return []
    const columns: StoredChoice = {
      modality_id: modality.id,
      category_id: category.id,
      kit_id: kit.id,
      shirt_size_id: null,
      coupon_id: coupon?.id ?? null,
      value_cents: price.value_cents,
      discount_cents: price.discount_cents,
      fee_cents: price.fee_cents,
      total_cents: price.total_cents,
      price_lines: price.price_lines,
    }
    return [{ kit, sizes, columns, coupon }]
  })
}

/** The stock levels of a place with one of its sizes, in the order in which they are checked. */
export function levelsOf(
  offer: Offer,
  { kit, columns, coupon }: Place,
  sizeId: number | null,
): NeededLevel[] {
  const modality = offer.modalities.find(({ id }) => id === columns.modality_id)
  const category = offer.categories.find(({ id }) => id === columns.category_id)
  if (!modality || !category) throw new Error('a place is of the offer that it was found in')
  const size = kit.sizes.find(({ id }) => id === sizeId) ?? null
  return neededLevels(offer, { modality, category, kit, size }, coupon)
}
