import { type EventForm, remaining } from './event-form.ts'

/** The ids of all categories, as kits refer to them. */
export const categoryIds = (modalities: EventForm['modalities']): string[] =>
  remaining(modalities).flatMap(({ categories }) =>
    remaining(categories).map(({ category_id: id }) => String(id)),
  )

/** The ids of the categories in which a kit is sold. Empty means all of them, also those added later. */
type Ids = readonly string[]

/** Whether a kit is sold in a category. A kit whose categories are all gone is sold in all. */
export const sellsIn = (ids: Ids, category: string, all: Ids): boolean =>
  ids.includes(category) || !ids.some((id) => all.includes(id))

/** The ids after selling a kit in a category or not; null if it would be sold nowhere. */
export function withCategory(ids: Ids, category: string, isSold: boolean, all: Ids): string[] | null {
  const sold = all.filter((id) => (id === category ? isSold : sellsIn(ids, id, all)))
  if (sold.length === 0) return null
  return sold.length === all.length ? [] : sold
}
