import { mergedRule } from '#contract/pricing/eligibility.ts'
import type { EventDocument } from '#server/features/event-management/domain/document.ts'

type Category = EventDocument['categories'][number]

interface Merge {
  from: Category
  into: Category
  name: string
}

/** A kit that is sold in `from` and not in `into`. */
export const strandedKit = ({ kits }: EventDocument, { from, into }: Pick<Merge, 'from' | 'into'>) =>
  kits.find(({ category_ids: ids }) => ids.includes(from.id) && !ids.includes(into.id))

/** The event with one category instead of two. Its rule admits everybody whom either rule admitted. */
export const planMerge = (stored: EventDocument, { from, into, name }: Merge, at: Date): EventDocument => ({
  ...stored,
  event: { ...stored.event, version: stored.event.version + 1, updated_at: at },
  stock_levels: stored.stock_levels.filter(({ id }) => id !== from.stock_level_id),
  categories: stored.categories
    .filter(({ id }) => id !== from.id)
    .map((category) => ({
      ...category,
      ...(category.id === into.id && { name, ...mergedRule(from, into) }),
      position: category.position - (isAfter(category, from) ? 1 : 0),
    })),
  kits: stored.kits.map((kit) => ({
    ...kit,
    category_ids: kit.category_ids.filter((id) => id !== from.id),
  })),
})

const isAfter = (one: Category, other: Category): boolean =>
  one.modality_id === other.modality_id && one.position > other.position
