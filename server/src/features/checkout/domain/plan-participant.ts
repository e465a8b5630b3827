import type { IsoDate } from '#contract/dates.ts'
import { priceOf } from '#contract/price.ts'
import type { Choice } from './choice.ts'
import { couponProblem } from './coupon-problem.ts'
import type { Offer, OfferedCoupon } from './offer.ts'
import type { NeededLevel, PlannedParticipant } from './order-request.ts'
import type { OrderedPerson } from './people.ts'

/** Returns the sentence that says why the coupon does not apply to this choice, or null when it applies. */
export const couponProblemOf = (
  coupon: OfferedCoupon | undefined,
  { kit }: Choice,
  today: IsoDate,
): string | null => couponProblem(coupon, { id: kit.id, valueCents: kit.price.valueCents }, today)

/** Prices the choice of a person and lists the stock levels it needs a unit of. */
export function planParticipant(
  offer: Offer,
  { who, person }: OrderedPerson,
  choice: Choice,
  coupon: OfferedCoupon | undefined,
  today: IsoDate,
): PlannedParticipant {
  const { modality, category, kit, size } = choice
  const used = coupon && couponProblemOf(coupon, choice, today) === null ? coupon : null
  return {
    who,
    ...person,
    modalityId: modality.id,
    categoryId: category.id,
    kitId: kit.id,
    shirtSizeId: size?.id ?? null,
    couponId: used?.id ?? null,
    price: priceOf({ ...kit.price, name: kit.name }, used),
    levels: neededLevels(offer, choice, used),
  }
}

/** The stock levels that a choice takes a unit of, in the order in which they are checked. */
export function neededLevels(
  offer: Offer,
  { modality, category, kit, size }: Choice,
  coupon: OfferedCoupon | null,
): NeededLevel[] {
  const levels: NeededLevel[] = [
    { id: offer.levelId, kind: 'event', name: offer.title },
    { id: modality.levelId, kind: 'modality', name: modality.name },
    { id: category.levelId, kind: 'category', name: category.name },
    { id: kit.levelId, kind: 'kit', name: kit.name },
  ]
  if (size) levels.push({ id: size.levelId, kind: 'shirt_size', name: `${size.name} do kit "${kit.name}"` })
  if (coupon) levels.push({ id: coupon.levelId, kind: 'coupon', name: coupon.code })
  return levels
}
