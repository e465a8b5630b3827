import { plainText } from '#contract/words.ts'
import { searchWords } from '#server/lib/text-search.ts'

const MAX_TERMS = 8

/** One search term, as PostgreSQL regular expressions for texts without accents and case. */
export interface RaceTerm {
  /** Matched against the title and the names of modalities, city and organizer. */
  literal: string
  /** A word that the title or a name may resemble instead; null for a distance. */
  word: string | null
  /** The word applies to every race: races without it are found too, ranked after those that contain it. */
  optional: boolean
}

/** Generic words, ignored beside others: `night run` also finds `Noturna do Centro`. */
const EVERY_RACE = /^(corridas?|provas?|runs?|running|races?)$/

/** Synonyms. */
const ALSO: readonly (readonly string[])[] = [
  ['night', 'noturn'],
  ['run', 'corrida'],
]

const DISTANCE = /(?<![\p{L}\p{N}.,])(\d{1,3})(?:[.,](\d{1,3}))?\s*(?:km?|quilometros?)(?![\p{L}\p{N}])/gu

/** `5 km` also matches `5k` and `5,5 km`, but not `15 km`. */
const distanceTerm = (whole: string, fraction: string | undefined): RaceTerm => ({
  literal: `(^|[^0-9.,])${whole}${fraction ? `[.,]${fraction}0*` : '([.,][0-9]+)?'} ?(km?|quilometros?)\\M`,
  word: null,
  optional: false,
})

function wordTerm(word: string): RaceTerm {
  const same = ALSO.find((names) => names.some((name) => word.startsWith(name)))
  // Words are letters and digits, so nothing needs escaping.
  return {
    literal: same ? `${word}|${same.map((name) => `\\m${name}`).join('|')}` : word,
    word,
    optional: false,
  }
}

const isOfEveryRace = (word: string | null): boolean => word !== null && EVERY_RACE.test(word)

/** `5 km noturna` → a distance and a word. */
export function raceTerms(typed: string | undefined): RaceTerm[] | null {
  const plain = plainText(typed ?? '')
  const distances = [...plain.matchAll(DISTANCE)].map(([, whole = '', fraction]) =>
    distanceTerm(whole, fraction),
  )
  const words = searchWords(plain.replace(DISTANCE, ' '))
  const terms = [...distances, ...words.map(wordTerm)].slice(0, MAX_TERMS)
  if (terms.length === 0) return null
  const saysSomething = terms.some(({ word }) => !isOfEveryRace(word))
  return terms.map((term) => ({ ...term, optional: saysSomething && isOfEveryRace(term.word) }))
}
