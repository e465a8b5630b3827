import type { IsoDate } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import type { EditRegistration } from '#contract/participants/edit.ts'
import { couponMismatch } from '#contract/pricing/coupon-rule.ts'
import { atTier, priceOf } from '#contract/pricing/price.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import type { NeededLevel } from '#server/features/checkout/domain/order-request.ts'
import { neededLevels } from '#server/features/checkout/domain/plan-participant.ts'
import type {
  CouponForSale,
  KitForSale,
  SalesSnapshot,
  TierForSale,
} from '#server/features/checkout/domain/sales-snapshot.ts'
import {
  ineligibleReason,
  newProblems,
  registrationProblems,
} from '#server/features/event/domain/eligibility.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import type { RegisteredRunner, StoredChoice } from '#server/features/registration/queries.ts'

export type Edited = StoredChoice & RegisteredRunner & { held_level_ids: readonly number[] }

export interface EditPlan {
  columns: StoredChoice & { ineligible_reason: string | null }
  levels: NeededLevel[]
  moves: boolean
}

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios.'
const SIZE = 'Por favor, selecione o tamanho da camisa.'

const EXCLUDING_FIELDS = { modality: 'category_id', category: 'category_id', kit: 'products.0.id' } as const

/**
 * The current modality and kit are allowed even if no longer on sale. The same kit keeps its price and tier.
 * A choice that excludes the runner is refused, or marks the registration if the event says so.
 */
export function planEdit(
  input: EditRegistration,
  current: Edited,
  snapshot: SalesSnapshot,
  today: IsoDate,
): { plan: EditPlan } | { errors: FieldErrors } {
  const [product] = input.products
  const category = snapshot.categories.find(({ id }) => id === input.category_id)
  const modality = snapshot.modalities.find(
    ({ id, status }) =>
      id === category?.modalityId && (status === ITEM_STATUS.active || id === current.modality_id),
  )
  const kit = snapshot.kits.find(
    ({ id, status, categoryIds }) =>
      id === product?.id &&
      (status === ITEM_STATUS.active || id === current.kit_id) &&
      isSoldIn(categoryIds, category?.id),
  )
  const errors: FieldErrors = {
    ...(!(category && modality) && { category_id: [REQUIRED] }),
    ...(!kit && { 'products.0.id': [REQUIRED] }),
  }
  const size = kit?.sizes.find(({ id }) => id === product?.shirt_size_id) ?? null
  if (kit && !size && (kit.sizes.length > 0 || product?.shirt_size_id))
    errors['products.0.shirt_size_id'] = [kit.sizes.length > 0 ? SIZE : 'Este kit não tem camisa.']
  if (!category || !modality || !kit || Object.keys(errors).length > 0) return { errors }

  const chosen = { modality_id: modality.id, category_id: category.id, kit_id: kit.id }
  const problems = registrationProblems(snapshot, { ...current, ...chosen })
  if (snapshot.ineligibleChanges === 'refuse') {
    for (const { level, sentence } of newProblems(registrationProblems(snapshot, current), problems))
      errors[EXCLUDING_FIELDS[level]] = [sentence]
    if (Object.keys(errors).length > 0) return { errors }
  }
  const tier = tierFor(kit, current, today)
  const coupon = acceptedCoupon(snapshot, current, { kit, tier }, category.id)
  return {
    plan: {
      columns: {
        ...chosen,
        shirt_size_id: size?.id ?? null,
        coupon_id: coupon?.id ?? null,
        ineligible_reason: ineligibleReason(problems),
        ...columnsWith({ kit, tier }, coupon, current),
      },
      levels: neededLevels(
        snapshot,
        { modality, category, kit, size, tier: heldTier(tier, kit, current) },
        coupon,
      ),
      moves:
        category.id !== current.category_id ||
        kit.id !== current.kit_id ||
        (size?.id ?? null) !== current.shirt_size_id,
    },
  }
}

interface Priced {
  kit: KitForSale
  tier: TierForSale | null
}

/** The tier that sells another kit today. The same kit keeps its tier, which may have ended. */
const tierFor = (kit: KitForSale, current: Edited, today: IsoDate): TierForSale | null =>
  (kit.id === current.kit_id
    ? kit.tiers.find(({ id }) => id === current.tier_id)
    : openTiers(kit.tiers, today)[0]) ?? null

/** A registration restored by a late payment holds no unit of its tier, and takes none. */
const heldTier = (tier: TierForSale | null, kit: KitForSale, current: Edited): TierForSale | null =>
  tier && (kit.id !== current.kit_id || current.held_level_ids.includes(tier.levelId)) ? tier : null

/** An accepted coupon is kept, whatever its dates are now, as long as it applies to the new choice. */
function acceptedCoupon(
  snapshot: SalesSnapshot,
  current: Edited,
  { kit, tier }: Priced,
  categoryId: number,
): CouponForSale | null {
  const coupon = snapshot.coupons.find(({ id }) => id === current.coupon_id)
  // The coupon is not checked again while the kit stays the same.
  if (!coupon || kit.id === current.kit_id) return coupon ?? null
  const sale = {
    kit: { id: kit.id, valueCents: atTier(kit.price, tier).valueCents },
    categoryId,
    person: { birth_date: current.birth_on, sex: current.sex },
  }
  return couponMismatch(coupon, sale) === null ? coupon : null
}

function columnsWith({ kit, tier }: Priced, coupon: CouponForSale | null, current: Edited) {
  if (kit.id === current.kit_id) {
    const { tier_id, value_cents, discount_cents, fee_cents, total_cents, price_lines } = current
    return { tier_id, value_cents, discount_cents, fee_cents, total_cents, price_lines }
  }
  const price = priceOf(atTier({ ...kit.price, name: kit.name }, tier), coupon)
  return { tier_id: tier?.id ?? null, ...priceColumns(price) }
}

export function totalWith(snapshot: SalesSnapshot, current: Edited, kit: KitForSale, today: IsoDate): number {
  const priced = { kit, tier: tierFor(kit, current, today) }
  return columnsWith(priced, acceptedCoupon(snapshot, current, priced, current.category_id), current)
    .total_cents
}
