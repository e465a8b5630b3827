import type { AdditionalParticipant } from '#contract/checkout/checkout.ts'
import { checkCategory, checkKit, type Refuse } from '#contract/checkout/order-rules.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import type { KitForSale, SalesSnapshot, TierForSale } from './sales-snapshot.ts'

/** The ids that a participant requests. */
export interface Wanted {
  modalityId: number | null
  categoryId: number | null
  kitId: number | null
  shirtSizeId: number | null
}

/** The items of the snapshot with these ids. */
export interface Choice {
  modality: SalesSnapshot['modalities'][number]
  category: SalesSnapshot['categories'][number]
  kit: KitForSale
  size: KitForSale['sizes'][number] | null
}

/** A choice with the tier of its kit that sells; null for a kit without tiers. */
export interface PricedChoice extends Choice {
  tier: TierForSale | null
}

type AdditionalWanted = Pick<
  AdditionalParticipant,
  'modality_id' | 'category_id' | 'product_id' | 'shirt_size_id'
>

/** An own category implies its modality; the buyer's shirt size applies only with the buyer's kit. */
export function withBuyersChoice(wanted: AdditionalWanted, buyer: Wanted, snapshot: SalesSnapshot): Wanted {
  const kitId = wanted.product_id ?? buyer.kitId
  const ownModality =
    wanted.modality_id ?? snapshot.categories.find(({ id }) => id === wanted.category_id)?.modalityId
  const modalityId = ownModality ?? buyer.modalityId
  return {
    modalityId,
    categoryId: wanted.category_id ?? (modalityId === buyer.modalityId ? buyer.categoryId : null),
    kitId,
    shirtSizeId: wanted.shirt_size_id ?? (kitId === buyer.kitId ? buyer.shirtSizeId : null),
  }
}

/** Refuses each missing or unknown choice. Returns null if it refused any. */
export function choose(snapshot: SalesSnapshot, wanted: Wanted, who: number, refuse: Refuse): Choice | null {
  const modality = snapshot.modalities.find(
    ({ id, status }) => id === wanted.modalityId && status === ITEM_STATUS.active,
  )
  const category = snapshot.categories.find(
    ({ id, modalityId }) => id === wanted.categoryId && modalityId === wanted.modalityId,
  )
  const kit = snapshot.kits.find(
    ({ id, status, categoryIds }) =>
      id === wanted.kitId && status === ITEM_STATUS.active && isSoldIn(categoryIds, wanted.categoryId),
  )
  const size = kit?.sizes.find(({ id }) => id === wanted.shirtSizeId) ?? null
  checkCategory(who, { modality, category }, refuse)
  checkKit(who, { kit, size }, refuse)
  if (kit?.sizes.length === 0 && wanted.shirtSizeId !== null)
    refuse(who, 'shirt_size_id', 'Este kit não tem camisa.')
  return modality && category && kit ? { modality, category, kit, size } : null
}
