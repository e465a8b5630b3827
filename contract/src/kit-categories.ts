/** Whether a kit that is sold in these categories, or in all when there are none, is sold in this one. */
export const isSoldIn = (categoryIds: readonly number[], categoryId: number | null | undefined): boolean =>
  categoryIds.length === 0 || (categoryId != null && categoryIds.includes(categoryId))

/**
 * The `category_id` of a kit in answers, null when it is sold in all categories. Of several it is the first: whoever knows only
 * this field does not offer the kit where it is not sold.
 */
export const firstCategory = (categoryIds: readonly number[]): number | null => categoryIds[0] ?? null
