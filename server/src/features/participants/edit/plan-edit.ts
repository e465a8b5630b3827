import type { FieldErrors } from '#contract/errors.ts'
import { isSoldIn } from '#contract/kit-categories.ts'
import type { EditRegistration } from '#contract/participant-edit.ts'
import { priceOf } from '#contract/price.ts'
import type { Offer, OfferedCoupon, OfferedKit } from '../../checkout/domain/offer.ts'
import type { NeededLevel } from '../../checkout/domain/order-request.ts'
import { neededLevels } from '../../checkout/domain/plan-participant.ts'
import { priceColumns } from '../../event/domain/kit-price.ts'
import type { StoredChoice } from '../../registration/queries.ts'

export type StoredLine = StoredChoice['price_lines'][number]
export type Edited = StoredChoice

export interface EditPlan {
  columns: Edited
  levels: NeededLevel[]
  /** Whether category, kit or size changes. */
  moves: boolean
}

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios.'
const SIZE = 'Por favor, selecione o tamanho da camisa.'

/**
 * Plans the move of a registration to another choice, or says what is wrong with it. Its present modality and kit stay allowed when they
 * are no longer on sale. With the same kit it keeps its price: prices of existing registrations never change by themselves.
 */
export function planEdit(
  input: EditRegistration,
  current: Edited,
  offer: Offer,
): { plan: EditPlan } | { errors: FieldErrors } {
  const [product] = input.products
  const category = offer.categories.find(({ id }) => id === input.category_id)
  const modality = offer.modalities.find(
    ({ id, status }) => id === category?.modalityId && (status === 1 || id === current.modality_id),
  )
  const kit = offer.kits.find(
    ({ id, status, categoryIds }) =>
      id === product?.id && (status === 1 || id === current.kit_id) && isSoldIn(categoryIds, category?.id),
  )
  const errors: FieldErrors = {
    ...(!(category && modality) && { category_id: [REQUIRED] }),
    ...(!kit && { 'products.0.id': [REQUIRED] }),
  }
  const size = kit?.sizes.find(({ id }) => id === product?.shirt_size_id) ?? null
  if (kit && !size && (kit.sizes.length > 0 || product?.shirt_size_id))
    errors['products.0.shirt_size_id'] = [kit.sizes.length > 0 ? SIZE : 'Este kit não tem camisa.']
  if (!category || !modality || !kit || Object.keys(errors).length > 0) return { errors }

  const coupon = keptCoupon(offer, current, kit)
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
      levels: neededLevels(offer, { modality, category, kit, size }, coupon),
      moves:
        category.id !== current.category_id ||
        kit.id !== current.kit_id ||
        (size?.id ?? null) !== current.shirt_size_id,
    },
  }
}

/** An accepted coupon is kept, whatever its dates are now, as long as it applies to the kit. */
function keptCoupon(offer: Offer, current: Edited, kit: OfferedKit): OfferedCoupon | null {
  const coupon = offer.coupons.find(({ id }) => id === current.coupon_id)
  const fits = kit.price.valueCents > 0 && (coupon?.kitId === null || coupon?.kitId === kit.id)
  // With the same kit it is not checked again.
  return coupon && (fits || kit.id === current.kit_id) ? coupon : null
}

/** The price columns of the registration with a kit. */
function columnsWith(kit: OfferedKit, coupon: OfferedCoupon | null, current: Edited) {
  if (kit.id === current.kit_id) {
    const { value_cents, discount_cents, fee_cents, total_cents, price_lines } = current
    return { value_cents, discount_cents, fee_cents, total_cents, price_lines }
  }
  return priceColumns(priceOf({ ...kit.price, name: kit.name }, coupon))
}

/** The total of the registration with a kit, its coupon kept where it applies. */
export const totalWith = (offer: Offer, current: Edited, kit: OfferedKit): number =>
  columnsWith(kit, keptCoupon(offer, current, kit), current).total_cents
