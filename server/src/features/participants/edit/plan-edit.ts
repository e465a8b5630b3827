import type { FieldErrors } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import type { EditRegistration } from '#contract/participants/edit.ts'
import { couponMismatch } from '#contract/pricing/coupon-rule.ts'
import { priceOf } from '#contract/pricing/price.ts'
import type { NeededLevel } from '#server/features/checkout/domain/order-request.ts'
import { neededLevels } from '#server/features/checkout/domain/plan-participant.ts'
import type {
  CouponForSale,
  KitForSale,
  SalesSnapshot,
} from '#server/features/checkout/domain/sales-snapshot.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import type { RegisteredRunner, StoredChoice } from '#server/features/registration/queries.ts'

export type StoredLine = StoredChoice['price_lines'][number]
export type Edited = StoredChoice & RegisteredRunner

export interface EditPlan {
  columns: StoredChoice
  levels: NeededLevel[]
  moves: boolean
}

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios.'
const SIZE = 'Por favor, selecione o tamanho da camisa.'

/** The current modality and kit are allowed even if no longer on sale. The same kit keeps its price. */
export function planEdit(
  input: EditRegistration,
  current: Edited,
  snapshot: SalesSnapshot,
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

  const coupon = acceptedCoupon(snapshot, current, kit, category.id)
  return {
    plan: {
      columns: {
        modality_id: modality.id,
        category_id: category.id,
        kit_id: kit.id,
        shirt_size_id: size?.id ?? null,
        coupon_id: coupon?.id ?? null,
        ...columnsWith(kit, coupon, current),
      },
      levels: neededLevels(snapshot, { modality, category, kit, size }, coupon),
      moves:
        category.id !== current.category_id ||
        kit.id !== current.kit_id ||
        (size?.id ?? null) !== current.shirt_size_id,
    },
  }
}

/** An accepted coupon is kept, whatever its dates are now, as long as it applies to the new choice. */
function acceptedCoupon(
  snapshot: SalesSnapshot,
  current: Edited,
  kit: KitForSale,
  categoryId: number,
): CouponForSale | null {
  const coupon = snapshot.coupons.find(({ id }) => id === current.coupon_id)
  // The coupon is not checked again while the kit stays the same.
  if (!coupon || kit.id === current.kit_id) return coupon ?? null
  const sale = {
    kit: { id: kit.id, valueCents: kit.price.valueCents },
    categoryId,
    person: { birth_date: current.birth_on, sex: current.sex },
  }
  return couponMismatch(coupon, sale) === null ? coupon : null
}

function columnsWith(kit: KitForSale, coupon: CouponForSale | null, current: Edited) {
  if (kit.id === current.kit_id) {
    const { value_cents, discount_cents, fee_cents, total_cents, price_lines } = current
    return { value_cents, discount_cents, fee_cents, total_cents, price_lines }
  }
  return priceColumns(priceOf({ ...kit.price, name: kit.name }, coupon))
}

export const totalWith = (snapshot: SalesSnapshot, current: Edited, kit: KitForSale): number =>
  columnsWith(kit, acceptedCoupon(snapshot, current, kit, current.category_id), current).total_cents
