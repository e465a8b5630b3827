import { isSoldIn } from '#contract/kit-categories.ts'
import { checkCategory, checkKit, type Refuse } from '#contract/order-rules.ts'
import type { Offer, OfferedKit } from './offer.ts'

/** The ids of what a participant asks for. */
export interface Wanted {
  modalityId: number | null
  categoryId: number | null
  kitId: number | null
  shirtSizeId: number | null
}

/** The items of the offer with these ids. */
export interface Choice {
  modality: Offer['modalities'][number]
  category: Offer['categories'][number]
  kit: OfferedKit
  size: OfferedKit['sizes'][number] | null
}

interface AdditionalWanted {
  modality_id?: number | null | undefined
  category_id?: number | null | undefined
  product_id?: number | null | undefined
  shirt_size_id?: number | null | undefined
}

/**
 * Fills what an additional participant leaves out with the buyer's choice. A category of their own implies its modality; the buyer's
 * shirt size applies only with the buyer's kit.
 */
export function withBuyersChoice(wanted: AdditionalWanted, buyer: Wanted, offer: Offer): Wanted {
  const kitId = wanted.product_id ?? buyer.kitId
  const ownModality =
    wanted.modality_id ?? offer.categories.find(({ id }) => id === wanted.category_id)?.modalityId
  const modalityId = ownModality ?? buyer.modalityId
  return {
    modalityId,
    categoryId: wanted.category_id ?? (modalityId === buyer.modalityId ? buyer.categoryId : null),
    kitId,
    shirtSizeId: wanted.shirt_size_id ?? (kitId === buyer.kitId ? buyer.shirtSizeId : null),
  }
}

/** Finds the choice of the participant with the index `who` in the offer. Refuses each missing field and returns null if any is. */
export function choose(offer: Offer, wanted: Wanted, who: number, refuse: Refuse): Choice | null {
  const modality = offer.modalities.find(({ id, status }) => id === wanted.modalityId && status === 1)
  const category = offer.categories.find(
    ({ id, modalityId }) => id === wanted.categoryId && modalityId === wanted.modalityId,
  )
  const kit = offer.kits.find(
    ({ id, status, categoryIds }) =>
      id === wanted.kitId && status === 1 && isSoldIn(categoryIds, wanted.categoryId),
  )
  const size = kit?.sizes.find(({ id }) => id === wanted.shirtSizeId) ?? null
  checkCategory(who, { modality, category }, refuse)
  checkKit(who, { kit, size }, refuse)
  if (kit?.sizes.length === 0 && wanted.shirtSizeId !== null)
    refuse(who, 'shirt_size_id', 'Este kit não tem camisa.')
  return modality && category && kit ? { modality, category, kit, size } : null
}
