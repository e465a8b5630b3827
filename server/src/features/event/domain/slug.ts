import { plainText } from '#contract/words.ts'

const LONGEST = 80

/** `Corrida de São José — 10 km` → `corrida-de-sao-jose-10-km`. */
export function slugify(title: string, otherwise = 'evento'): string {
  const words = plainText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (words.length <= LONGEST) return words || otherwise
  // Cut between words where possible.
  const cut = words.slice(0, LONGEST + 1)
  return cut.slice(0, cut.lastIndexOf('-') > 0 ? cut.lastIndexOf('-') : LONGEST)
}

/** Only the number identifies the organizer, so that links with an old name work. */
export const organizerSlug = (name: string, id: number): string => `${slugify(name, 'organizador')}-${id}`

/** The unique index on `events.slug` decides between concurrent saves. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
