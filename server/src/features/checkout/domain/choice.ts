import { checkCategory, checkKit, type Refuse } from '#contract/order-rules.ts'
import type { Offer, OfferedKit } from './offer.ts'

/** What a participant asks for, by id. */
export interface Wanted {
  modalityId: number | null
  categoryId: number | null
  kitId: number | null
  shirtSizeId: number | null
}

/** The same, found in the offer. */
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
 * What an additional participant wants when they leave things to the buyer's choice. A category of their own brings its modality
 * along; the buyer's size goes with the buyer's kit only.
 */
export function inherited(wanted: AdditionalWanted, buyer: Wanted, offer: Offer): Wanted {
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

/** Finds the choice of participant `who` in the offer; null when something is missing, which is refused field by field. */
export function choose(offer: Offer, wanted: Wanted, who: number, refuse: Refuse): Choice | null {
  const modality = offer.modalities.find(({ id, status }) => id === wanted.modalityId && status === 1)
  const category = offer.categories.find(
    ({ id, modalityId }) => id === wanted.categoryId && modalityId === wanted.modalityId,
  )
  const kit = offer.kits.find(
    ({ id, status, categoryId }) =>
      id === wanted.kitId && status === 1 && (categoryId === null || categoryId === wanted.categoryId),
  )
  const size = kit?.sizes.find(({ id }) => id === wanted.shirtSizeId) ?? null
  checkCategory(who, { modality, category }, refuse)
  checkKit(who, { kit, size }, refuse)
  if (kit?.sizes.length === 0 && wanted.shirtSizeId !== null)
    refuse(who, 'shirt_size_id', 'Este kit não tem camisa.')
  return modality && category && kit ? { modality, category, kit, size } : null
}
