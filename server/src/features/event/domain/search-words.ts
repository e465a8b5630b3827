/** A search as it meets a title: no accents, no case, word by word. */
export interface Searched {
  words: {
    text: string
    /** For `like`: the word anywhere in the title. */
    pattern: string
  }[]
}

const MOST_WORDS = 8

/** `São  Paulo 10K` → the words `sao`, `paulo` and `10k`; null when there is nothing to look for. */
export function searchWords(typed: string | undefined): Searched | null {
  const words = (typed ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
  // Letters and digits only: nothing here has a meaning to `like`.
  return words.length > 0 ? { words: words.map((text) => ({ text, pattern: `%${text}%` })) } : null
}
