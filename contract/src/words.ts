// Written by hand because the output of Intl differs between browsers.

/** Groups the digits of a whole number: `12345` → `12.345`. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.')

/** `12345.5` → `12.345,5`. */
export function countWords(count: number): string {
  const [whole = '', fraction] = String(count).split('.')
  return fraction ? `${grouped(whole)},${fraction}` : grouped(whole)
}

/** `1 inscrição`, `2 inscrições`. */
export const plural = (count: number, one: string, many: string): string =>
  `${countWords(count)} ${count === 1 ? one : many}`

/** `a`, `a e b`, `a, b e c`. */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`

/** The text in lower case without accents, for comparisons in a search. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
