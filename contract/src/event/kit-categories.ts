/** Whether a kit sold in `categoryIds` is sold in this category. An empty list means all categories. */
export const isSoldIn = (categoryIds: readonly number[], categoryId: number | null | undefined): boolean =>
  categoryIds.length === 0 || (categoryId != null && categoryIds.includes(categoryId))

/** For clients that know only `category_id`, so that they never offer the kit where it is not sold. */
export const firstCategory = (categoryIds: readonly number[]): number | null => categoryIds[0] ?? null
