import type { IsoDate } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import type { Cents } from '#contract/money.ts'
import { couponMismatch } from '#contract/pricing/coupon-rule.ts'
import { eligibilityProblems } from '#contract/pricing/eligibility.ts'
import { atTier } from '#contract/pricing/kit-total.ts'
import { isBelowMinimum, lowestPrice } from '#contract/pricing/price.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import { type ApplicableRight, rightsOfRegistered } from '#server/features/checkout/domain/claimed-rights.ts'
import type { NeededLevel } from '#server/features/checkout/domain/order-request.ts'
import { keptCoupon, type OrderedCoupon } from '#server/features/checkout/domain/ordered-coupon.ts'
import { neededLevels, plannedRight } from '#server/features/checkout/domain/plan-participant.ts'
import type {
  KitForSale,
  SalesSnapshot,
  TierForSale,
} from '#server/features/checkout/domain/sales-snapshot.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import { groupOf } from '#server/features/registration/domain/price-lines.ts'
import type {
  GrantedRight,
  KeptCoupon,
  RegisteredRunner,
  StoredChoice,
} from '#server/features/registration/queries.ts'

export interface Place {
  kit: KitForSale
  /** The sizes with a unit left; empty for a kit without shirts. */
  sizes: KitForSale['sizes']
  columns: StoredChoice
  /** The tier of which the registration takes a unit. */
  tier: TierForSale | null
  coupon: OrderedCoupon | null
  right: ApplicableRight | null
  /** What is stored for the claim of `right`; null if there is no claim or it does not change. */
  granted: GrantedRight | null
}

interface Held {
  current: StoredChoice & KeptCoupon
  runner: RegisteredRunner & { rejected_right_ids: readonly number[] }
  paidCents: Cents
  hasRoom: (levelId: number) => boolean
  today: IsoDate
}

/**
 * The kits offered in the same category to a runner who paid too late, at their current prices. The same kit
 * costs what was paid; the coupon applies while it has uses left. Kits with a difference below the gateway's
 * minimum are not offered, nor kits for which the runner is not eligible.
 */
export function alternativeKitsOf(
  snapshot: SalesSnapshot,
  { current, runner, paidCents, hasRoom, today }: Held,
): Place[] {
  const category = snapshot.categories.find(({ id }) => id === current.category_id)
  const modality = snapshot.modalities.find(
    ({ id, status }) => id === category?.modalityId && status === ITEM_STATUS.active,
  )
  if (!category || !modality) return []
  if (![snapshot.levelId, modality.levelId, category.levelId].every(hasRoom)) return []
  const {
    coupon_code: _code,
    code_level_id: _codeLevel,
    account_level_id: _accountLevel,
    ...choice
  } = current
  const accepted = keptCoupon(snapshot, current)
  const usable =
    accepted && [accepted.levelId, ...accepted.ownLevels.map(({ id }) => id)].every(hasRoom) ? accepted : null
  const rights = rightsOfRegistered(snapshot, { ...current, ...runner }, today).filter(({ levelId }) =>
    hasRoom(levelId),
  )
  const keepsRight = current.right_rule_id === null || rights.some(({ id }) => id === current.right_rule_id)
  const person = { birth_date: runner.birth_on, sex: runner.sex, name: runner.name }
  return snapshot.kits.flatMap((kit): Place[] => {
    const isFor = isSoldIn(kit.categoryIds, category.id)
    const sizes = kit.sizes.filter(({ levelId }) => hasRoom(levelId))
    const isLeft = hasRoom(kit.levelId) && (kit.sizes.length === 0 || sizes.length > 0)
    if (kit.status !== ITEM_STATUS.active || !isFor || !isLeft) return []
    if (eligibilityProblems({ modality, category, kit }, person, snapshot.agesOn).length > 0) return []
    const open = openTiers(kit.tiers, today).find(({ levelId }) => hasRoom(levelId)) ?? null
    const price = atTier({ ...kit.price, name: kit.name }, open)
    const sale = {
      kit: { id: kit.id, valueCents: price.valueCents },
      tierId: open?.id ?? null,
      categoryId: category.id,
      person,
      isListed: null,
      agesOn: snapshot.agesOn,
    }
    const coupon = usable && couponMismatch(usable, sale) === null ? usable : null
    const best = lowestPrice(price, { rights, coupon, group: groupOf(current.price_lines) })
    const isAsBefore = kit.id === current.kit_id && (coupon?.id ?? null) === current.coupon_id && keepsRight
    const columns: StoredChoice = {
      ...choice,
      ...(!isAsBefore && {
        tier_id: open?.id ?? null,
        coupon_id: best.coupon?.id ?? null,
        coupon_code_id: best.coupon?.codeId ?? null,
        right_rule_id: best.right?.id ?? null,
        ...priceColumns(best.price),
      }),
      modality_id: modality.id,
      kit_id: kit.id,
      shirt_size_id: null,
    }
    const place = isAsBefore
      ? {
          tier: null,
          coupon,
          right: rights.find(({ id }) => id === current.right_rule_id) ?? null,
          granted: null,
        }
      : {
          tier: open,
          coupon: best.coupon,
          right: best.right,
          granted: best.right && plannedRight(best.right, best.price),
        }
    return isBelowMinimum(columns.total_cents - paidCents) ? [] : [{ kit, sizes, columns, ...place }]
  })
}

/** In the order in which they are checked. */
export function levelsOf(
  snapshot: SalesSnapshot,
  { kit, columns, tier, coupon, right }: Place,
  sizeId: number | null,
): NeededLevel[] {
  const modality = snapshot.modalities.find(({ id }) => id === columns.modality_id)
  const category = snapshot.categories.find(({ id }) => id === columns.category_id)
  if (!modality || !category) throw new Error('a place is of the snapshot that it was found in')
  const size = kit.sizes.find(({ id }) => id === sizeId) ?? null
  return neededLevels(snapshot, { modality, category, kit, size, tier }, { right, coupon })
}
