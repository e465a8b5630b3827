import type { IsoDate } from '#contract/dates.ts'
import { couponProblem } from '#contract/pricing/coupon-rule.ts'
import { atTier, priceOf } from '#contract/pricing/price.ts'
import type { SaleContext } from '#contract/pricing/sale-context.ts'
import type { Person } from '#contract/registration/person.ts'
import type { PricedChoice } from './choice.ts'
import type { NeededLevel, PlannedParticipant } from './order-request.ts'
import type { OrderedPerson } from './people.ts'
import type { CouponForSale, SalesSnapshot } from './sales-snapshot.ts'

export const saleContext = (
  { kit, category, tier }: PricedChoice,
  { birth_date, sex }: Person,
  day: IsoDate,
): SaleContext => ({
  kit: { id: kit.id, valueCents: atTier(kit.price, tier).valueCents },
  categoryId: category.id,
  person: { birth_date, sex },
  day,
})

export function planParticipant(
  snapshot: SalesSnapshot,
  { who, person }: OrderedPerson,
  choice: PricedChoice,
  coupon: CouponForSale | undefined,
  today: IsoDate,
): PlannedParticipant {
  const { modality, category, kit, size, tier } = choice
  const used = coupon && couponProblem(coupon, saleContext(choice, person, today)) === null ? coupon : null
  return {
    who,
    ...person,
    modalityId: modality.id,
    categoryId: category.id,
    kitId: kit.id,
    shirtSizeId: size?.id ?? null,
    tierId: tier?.id ?? null,
    couponId: used?.id ?? null,
    price: priceOf(atTier({ ...kit.price, name: kit.name }, tier), used),
    levels: neededLevels(snapshot, choice, used),
  }
}

/** In the order in which they are checked. */
export function neededLevels(
  snapshot: SalesSnapshot,
  { modality, category, kit, size, tier }: PricedChoice,
  coupon: CouponForSale | null,
): NeededLevel[] {
  const levels: NeededLevel[] = [
    { id: snapshot.levelId, kind: 'event', name: snapshot.title },
    { id: modality.levelId, kind: 'modality', name: modality.name },
    { id: category.levelId, kind: 'category', name: category.name },
    { id: kit.levelId, kind: 'kit', name: kit.name },
  ]
  if (size) levels.push({ id: size.levelId, kind: 'shirt_size', name: `${size.name} do kit "${kit.name}"` })
  if (tier) levels.push({ id: tier.levelId, kind: 'tier', name: tier.name })
  if (coupon) levels.push({ id: coupon.levelId, kind: 'coupon', name: coupon.code })
  return levels
}
