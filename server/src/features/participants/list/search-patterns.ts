const MOST_WORDS = 8
/** A CPF, or a part of one, as people write it. */
const DIGITS = /^[\d.\-/]*\d[\d.\-/]*$/

const LIKE_SIGNS = /[\\%_]/g

const LONGEST_ID = 12
/** Without the country: area code and number, or the number alone. */
const PHONE = /^(?:55)?(\d{10,11}|\d{8,9})$/

export interface SearchedNumbers {
  /** What may be the number of a registration or of an order. */
  id: number | null
  /** Digits with which a phone number may end, eight at least. */
  phone: string | null
}

/** What a search says beside words: `1293`, `Nº 1293` and `#1293` are numbers, `(11) 98765-4321` is one and a phone. */
export function searchedNumbers(typed: string | undefined): SearchedNumbers {
  const text = (typed ?? '').trim()
  const digits = text.replace(/\D/g, '')
  const id = /^(?:n[º°o]?\.?|#|inscri[çc][ãa]o|pedido)?\s*(?:n[º°]\s*)?\d+$/i.test(text) ? digits : ''
  const phone = /^[\d\s()+.-]+$/.test(text) ? PHONE.exec(digits)?.[1] : undefined
  return { id: id && id.length <= LONGEST_ID ? Number(id) : null, phone: phone ?? null }
}

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
