import { plainText } from '#contract/words.ts'

const MAX_WORDS = 8
/** A CPF, a phone number or a part of one, as people write it. */
const NUMBER = /^[\d.\-/]+$/

/** `São  Paulo 10K` → `sao`, `paulo`, `10k`. Letters and digits: nothing to escape for `like`. */
export const searchWords = (typed: string | undefined): string[] =>
  plainText(typed ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)

/**
 * The words of a search for a person, each as a pattern for `like` on a name, an e-mail and a CPF in lower
 * case without accents. A number loses its punctuation. With `shortAtStart`, one or two letters must begin a
 * word, since nearly every text contains them; the text then has a space before each word.
 */
export const personPatterns = (typed: string | undefined, { shortAtStart = false } = {}): string[] =>
  plainText(typed ?? '')
    .split(/\s+/)
    .map((word) => (NUMBER.test(word) ? word.replace(/\D/g, '') : word))
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => {
      const literal = word.replace(/[\\%_]/g, '\\$&')
      return shortAtStart && word.length < 3 ? `% ${literal}%` : `%${literal}%`
    })
