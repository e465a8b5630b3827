const LONGEST = 80

/** `Corrida de São José — 10 km` → `corrida-de-sao-jose-10-km`; `otherwise` when nothing readable is left. */
export function slugify(title: string, otherwise = 'evento'): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (words.length <= LONGEST) return words || otherwise
  // Cut between words where possible.
  const cut = words.slice(0, LONGEST + 1)
  return cut.slice(0, cut.lastIndexOf('-') > 0 ? cut.lastIndexOf('-') : LONGEST)
}

/** The address of an organizer's page. Its number alone decides, so that it stays the same page under a new name. */
export const organizerSlug = (name: string, id: number): string => `${slugify(name, 'organizador')}-${id}`

/**
 * The first of `base`, `base-2`, `base-3`… that is not taken. For concurrent saves the unique index on `events.slug`
 * decides.
 */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
