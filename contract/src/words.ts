// Written out because the text of Intl differs between browsers.

/** The digits of a whole number in groups: `12345` → `12.345`. */
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
