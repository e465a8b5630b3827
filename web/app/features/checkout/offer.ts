import type { PublicEvent } from '#contract/event.ts'
import type { Choice } from './draft.ts'

type Offer = Pick<PublicEvent, 'modalities' | 'products'>

/** The kits sold to a category: its own and those that serve all. */
export const kitsFor = ({ products }: Offer, category: number | null) =>
  category === null ? [] : products.filter(({ category_id: id }) => id === null || id === category)

/** A choice found in the event, as far as it goes; whatever is not offered (any more) is null, and so is all it held. */
export function findChoice(event: Offer, choice: Choice) {
  const modality = event.modalities.find(({ modality_id }) => modality_id === choice.modality) ?? null
  const category = modality?.categories.find(({ category_id }) => category_id === choice.category) ?? null
  const kit = kitsFor(event, category?.category_id ?? null).find(({ id }) => id === choice.kit) ?? null
  const size = kit?.shirt_sizes.find(({ id }) => id === choice.size) ?? null
  return { modality, category, kit, size }
}
