import type { IsoDate } from '#contract/dates.ts'
import type { GroupDiscount } from '#contract/pricing/group-price.ts'
import { atTier } from '#contract/pricing/kit-total.ts'
import { lowestPrice, type Price } from '#contract/pricing/price.ts'
import type { SaleContext } from '#contract/pricing/sale-context.ts'
import type { GrantedRight } from '#server/features/registration/queries.ts'
import type { PricedChoice } from './choice.ts'
import type { ApplicableRight } from './claimed-rights.ts'
import type { NeededLevel, PlannedParticipant } from './order-request.ts'
import type { CouponUse, OrderedCoupon } from './ordered-coupon.ts'
import type { OrderedPerson } from './people.ts'
import type { RightForSale, SalesSnapshot } from './sales-snapshot.ts'

/** What decides whether the coupon of an order applies to a participant. */
export const saleContext = (
  { agesOn }: SalesSnapshot,
  { who, person: { cpf, birth_date, sex, name } }: OrderedPerson,
  { kit, category, tier }: PricedChoice,
  { listed }: CouponUse,
  day: IsoDate,
): SaleContext => ({
  kit: { id: kit.id, valueCents: atTier(kit.price, tier).valueCents },
  tierId: tier?.id ?? null,
  categoryId: category.id,
  person: { birth_date, sex, name: who === 0 ? null : name },
  isListed: listed.has(cpf),
  day,
  agesOn,
})

interface Discounts {
  /** Applies to the participant. */
  coupon: OrderedCoupon | null
  rights: readonly ApplicableRight[]
  /** Of a registration whose group has paid. */
  group?: GroupDiscount
}

export function planParticipant(
  snapshot: SalesSnapshot,
  { who, person }: OrderedPerson,
  choice: PricedChoice,
  discounts: Discounts,
): PlannedParticipant {
  const { modality, category, kit, size, tier } = choice
  const best = lowestPrice(atTier({ ...kit.price, name: kit.name }, tier), discounts)
  return {
    who,
    ...person,
    modalityId: modality.id,
    categoryId: category.id,
    kitId: kit.id,
    shirtSizeId: size?.id ?? null,
    tierId: tier?.id ?? null,
    couponId: best.coupon?.id ?? null,
    couponCodeId: best.coupon?.codeId ?? null,
    right: best.right && plannedRight(best.right, best.price),
    price: best.price,
    levels: neededLevels(snapshot, choice, best),
  }
}

/** What the claim stores of the right that a price includes. */
export const plannedRight = (right: ApplicableRight, { lines }: Price): GrantedRight => ({
  ruleId: right.id,
  version: right.version,
  isCompanion: right.isCompanion,
  discountCents: -(lines.find(({ kind }) => kind === 'right')?.amountCents ?? 0),
  status: right.proof === null ? 'granted' : right.proofPath === null ? 'awaiting_proof' : 'in_review',
  proofDueOn: right.proofDueOn,
  proofPath: right.proof === null ? null : right.proofPath,
})

/** In the order in which they are checked. */
export function neededLevels(
  snapshot: SalesSnapshot,
  { modality, category, kit, size, tier }: PricedChoice,
  { right, coupon }: { right: Pick<RightForSale, 'levelId' | 'name'> | null; coupon: OrderedCoupon | null },
): NeededLevel[] {
  const levels: NeededLevel[] = [
    { id: snapshot.levelId, kind: 'event', name: snapshot.title },
    { id: modality.levelId, kind: 'modality', name: modality.name },
    { id: category.levelId, kind: 'category', name: category.name },
    { id: kit.levelId, kind: 'kit', name: kit.name },
  ]
  if (size) levels.push({ id: size.levelId, kind: 'shirt_size', name: `${size.name} do kit "${kit.name}"` })
  if (tier) levels.push({ id: tier.levelId, kind: 'tier', name: tier.name })
  if (right) levels.push({ id: right.levelId, kind: 'right', name: right.name })
  if (coupon) levels.push({ id: coupon.levelId, kind: 'coupon', name: coupon.code }, ...coupon.ownLevels)
  return levels
}
