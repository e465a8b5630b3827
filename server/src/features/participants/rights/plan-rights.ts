import { atTier } from '#contract/pricing/kit-total.ts'
import { lowestPrice } from '#contract/pricing/price.ts'
import type { ApplicableRight } from '#server/features/checkout/domain/claimed-rights.ts'
import { keptCoupon } from '#server/features/checkout/domain/ordered-coupon.ts'
import {
  type Edited,
  type EditPlan,
  heldTier,
  withLines,
} from '#server/features/checkout/domain/plan-edit.ts'
import { neededLevels, plannedRight } from '#server/features/checkout/domain/plan-participant.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import { groupOf, isLasting } from '#server/features/registration/domain/price-lines.ts'

/**
 * The same choice at the price that its kit had, with other rights. The coupon is not checked again. Of equal
 * prices that with the first right counts.
 */
export function planRights(
  snapshot: SalesSnapshot,
  current: Edited & { ineligible_reason: string | null },
  rights: readonly ApplicableRight[],
): EditPlan {
  const modality = snapshot.modalities.find(({ id }) => id === current.modality_id)
  const category = snapshot.categories.find(({ id }) => id === current.category_id)
  const kit = snapshot.kits.find(({ id }) => id === current.kit_id)
  if (!modality || !category || !kit) throw new Error('items with registrations are not deleted')
  const size = kit.sizes.find(({ id }) => id === current.shirt_size_id) ?? null
  const tier = kit.tiers.find(({ id }) => id === current.tier_id) ?? null
  const price = { ...atTier({ ...kit.price, name: kit.name }, tier), valueCents: current.value_cents }
  const best = lowestPrice(price, {
    rights,
    coupon: keptCoupon(snapshot, current),
    group: groupOf(current.price_lines),
  })
  return {
    columns: {
      modality_id: modality.id,
      category_id: category.id,
      kit_id: kit.id,
      shirt_size_id: current.shirt_size_id,
      tier_id: current.tier_id,
      coupon_id: best.coupon?.id ?? null,
      coupon_code_id: best.coupon?.codeId ?? null,
      right_rule_id: best.right?.id ?? null,
      ineligible_reason: current.ineligible_reason,
      ...withLines(priceColumns(best.price), current.price_lines.filter(isLasting)),
    },
    levels: neededLevels(
      snapshot,
      { modality, category, kit, size, tier: heldTier(tier, kit, current) },
      { right: best.right, coupon: best.coupon },
    ),
    right: best.right && plannedRight(best.right, best.price),
    moves: true,
  }
}
