const MOST_WORDS = 8
/** A CPF, or a part of one, as people write it. */
const DIGITS = /^[\d.\-/]*\d[\d.\-/]*$/

const LIKE_SIGNS = /[\\%_]/g

/**
 * `like` patterns for `participant_words.text` (lower case, no accents, a space before each word), all of which must match. A word of
 * one or two letters must begin a word: it would be found in nearly every text otherwise.
 */
export function searchPatterns(typed: string | undefined): string[] {
  return (typed ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (DIGITS.test(word) ? word.replace(/\D/g, '') : word))
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => {
      const literal = word.replace(LIKE_SIGNS, '\\$&')
      return word.length < 3 ? `% ${literal}%` : `%${literal}%`
    })
}
