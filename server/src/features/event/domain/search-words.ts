/** A search by words, without accents and case. */
export interface Searched {
  words: {
    text: string
    /** A pattern for `like`. */
    pattern: string
  }[]
}

const MAX_WORDS = 8

/** `São  Paulo 10K` → the words `sao`, `paulo` and `10k`; null when there is nothing to look for. */
export function searchWords(typed: string | undefined): Searched | null {
  const words = (typed ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
  // Only letters and digits are left: nothing to escape for `like`.
  return words.length > 0 ? { words: words.map((text) => ({ text, pattern: `%${text}%` })) } : null
}
