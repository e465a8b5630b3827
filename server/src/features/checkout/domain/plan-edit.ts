import type { IsoDate } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import { couponMismatch } from '#contract/pricing/coupon-rule.ts'
import { atTier } from '#contract/pricing/kit-total.ts'
import { lowestPrice } from '#contract/pricing/price.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import {
  ineligibleReason,
  newProblems,
  registrationProblems,
} from '#server/features/event/domain/eligibility.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import { groupOf } from '#server/features/registration/domain/price-lines.ts'
import type {
  GrantedRight,
  KeptCoupon,
  RegisteredRunner,
  StoredChoice,
} from '#server/features/registration/queries.ts'
import { rightsOfRegistered } from './claimed-rights.ts'
import type { NeededLevel } from './order-request.ts'
import { keptCoupon, type OrderedCoupon } from './ordered-coupon.ts'
import { neededLevels, plannedRight } from './plan-participant.ts'
import type { KitForSale, SalesSnapshot, TierForSale } from './sales-snapshot.ts'

interface Wanted {
  category_id: number
  products: readonly { id: number; shirt_size_id?: number | null | undefined }[]
}

export type Edited = StoredChoice &
  RegisteredRunner &
  KeptCoupon & { held_level_ids: readonly number[]; rejected_right_ids: readonly number[] }

export interface EditPlan {
  columns: StoredChoice & { ineligible_reason: string | null }
  levels: NeededLevel[]
  /** The right that the new price includes; null: none, or the price stays. */
  right: GrantedRight | null
  moves: boolean
}

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios.'
const SIZE = 'Por favor, selecione o tamanho da camisa.'
const RELAY = 'Quem corre em equipe não muda de categoria, e ninguém entra sozinho numa categoria de equipes.'

const EXCLUDING_FIELDS = { modality: 'category_id', category: 'category_id', kit: 'products.0.id' } as const

/**
 * The current modality and kit are allowed even if no longer on sale. The same kit keeps its price and tier.
 * A choice that excludes the runner is refused, or marks the registration if the event says so.
 */
export function planEdit(
  input: Wanted,
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
  if (category && leavesOrEntersRelay(snapshot, current, category)) errors.category_id = [RELAY]
  if (!category || !modality || !kit || Object.keys(errors).length > 0) return { errors }

  const chosen = { modality_id: modality.id, category_id: category.id, kit_id: kit.id }
  const problems = registrationProblems(snapshot, { ...current, ...chosen })
  if (snapshot.ineligibleChanges === 'refuse') {
    for (const { level, sentence } of newProblems(registrationProblems(snapshot, current), problems))
      errors[EXCLUDING_FIELDS[level]] = [sentence]
    if (Object.keys(errors).length > 0) return { errors }
  }
  const tier = tierFor(kit, current, today)
  const choice = { kit, tier }
  const accepted = acceptedCoupon(snapshot, current, choice, category.id)
  const { columns, right, coupon, granted } = pricedAnew(snapshot, current, choice, accepted, today)
  return {
    plan: {
      columns: {
        ...chosen,
        shirt_size_id: size?.id ?? null,
        ineligible_reason: ineligibleReason(problems),
        ...columns,
      },
      levels: neededLevels(
        snapshot,
        { modality, category, kit, size, tier: heldTier(tier, kit, current) },
        { right, coupon },
      ),
      right: granted,
      moves:
        category.id !== current.category_id ||
        kit.id !== current.kit_id ||
        (size?.id ?? null) !== current.shirt_size_id,
    },
  }
}

/** The members of a team stay in its category. */
export const leavesOrEntersRelay = (
  { categories }: SalesSnapshot,
  { category_id: currentId }: Pick<Edited, 'category_id'>,
  wanted: SalesSnapshot['categories'][number],
): boolean =>
  wanted.id !== currentId &&
  [wanted, categories.find(({ id }) => id === currentId)].some((one) => one?.team_size != null)

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
export const heldTier = (tier: TierForSale | null, kit: KitForSale, current: Edited): TierForSale | null =>
  tier && (kit.id !== current.kit_id || current.held_level_ids.includes(tier.levelId)) ? tier : null

/** An accepted coupon is kept, whatever its dates are now, as long as it applies to the new choice. */
function acceptedCoupon(
  snapshot: SalesSnapshot,
  current: Edited,
  { kit, tier }: Priced,
  categoryId: number,
): OrderedCoupon | null {
  const coupon = keptCoupon(snapshot, current)
  // The coupon is not checked again while the kit stays the same.
  if (!coupon || kit.id === current.kit_id) return coupon
  const { birth_on: birth_date, sex, name } = current
  const sale = {
    kit: { id: kit.id, valueCents: atTier(kit.price, tier).valueCents },
    tierId: tier?.id ?? null,
    categoryId,
    person: { birth_date, sex, name },
    isListed: null,
    agesOn: snapshot.agesOn,
  }
  return couponMismatch(coupon, sale) === null ? coupon : null
}

/** A price with lines that follow from changes and not from the kit. */
export const withLines = <P extends Pick<StoredChoice, 'total_cents' | 'price_lines'>>(
  price: P,
  lines: StoredChoice['price_lines'],
): P => ({
  ...price,
  total_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, price.total_cents),
  price_lines: [...price.price_lines, ...lines],
})

/** The same kit keeps its price, with the discounts in it; another one keeps the fees of earlier changes. */
function pricedAnew(
  snapshot: SalesSnapshot,
  current: Edited,
  { kit, tier }: Priced,
  coupon: OrderedCoupon | null,
  today: IsoDate,
) {
  if (kit.id === current.kit_id) {
    const {
      tier_id,
      coupon_id,
      coupon_code_id,
      right_rule_id,
      value_cents,
      discount_cents,
      fee_cents,
      total_cents,
      price_lines,
    } = current
    const right = snapshot.rights.find(({ id }) => id === right_rule_id) ?? null
    const columns = {
      tier_id,
      coupon_id: coupon ? coupon_id : null,
      coupon_code_id: coupon ? coupon_code_id : null,
      right_rule_id,
      value_cents,
      discount_cents,
      fee_cents,
      total_cents,
      price_lines,
    }
    return { columns, right, coupon, granted: null }
  }
  const rights = rightsOfRegistered(snapshot, current, today)
  const group = groupOf(current.price_lines)
  const best = lowestPrice(atTier({ ...kit.price, name: kit.name }, tier), { rights, coupon, group })
  const fees = current.price_lines.filter(({ kind }) => kind === 'change')
  const columns = {
    tier_id: tier?.id ?? null,
    coupon_id: best.coupon?.id ?? null,
    coupon_code_id: best.coupon?.codeId ?? null,
    right_rule_id: best.right?.id ?? null,
    ...withLines(priceColumns(best.price), fees),
  }
  return {
    columns,
    right: best.right,
    coupon: best.coupon,
    granted: best.right && plannedRight(best.right, best.price),
  }
}

/** The price of a kit in the registration's category. */
export function priceWith(snapshot: SalesSnapshot, current: Edited, kit: KitForSale, today: IsoDate) {
  const choice = { kit, tier: tierFor(kit, current, today) }
  const coupon = acceptedCoupon(snapshot, current, choice, current.category_id)
  return pricedAnew(snapshot, current, choice, coupon, today).columns
}
