/** A search by words, without accents and case. */
export interface Searched {
  words: {
    text: string
    /** A pattern for `like`. */
    pattern: string
  }[]
}

const MAX_WORDS = 8

const plain = (typed: string | undefined): string =>
  (typed ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** `São  Paulo 10K` → the words `sao`, `paulo` and `10k`; null when there is nothing to look for. */
export function searchWords(typed: string | undefined): Searched | null {
  const words = plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
  // Only letters and digits are left: nothing to escape for `like`.
  return words.length > 0 ? { words: words.map((text) => ({ text, pattern: `%${text}%` })) } : null
}

/** One thing that a race has to have, as regular expressions of PostgreSQL for texts without accents and case. */
export interface RaceTerm {
  /** In the title, a modality's name, the city's or the organizer's. */
  literal: string
  /** A word that the title or a name may resemble instead; null for a distance. */
  word: string | null
  /** It says of a race only that it is one: races without it are found too, after those that have it. */
  optional: boolean
}

/** Words that say nothing beside others: `night run` also finds what is called Noturna do Centro. */
const EVERY_RACE = /^(corridas?|provas?|runs?|running|races?)$/

/** What a race is also called. */
const ALSO: readonly (readonly string[])[] = [
  ['night', 'noturn'],
  ['run', 'corrida'],
]

const DISTANCE = /(?<![\p{L}\p{N}.,])(\d{1,3})(?:[.,](\d{1,3}))?\s*(?:km?|quilometros?)(?![\p{L}\p{N}])/gu

/** `5 km` is also `5k` and `5,5 km`, never `15 km`. */
const distanceTerm = (whole: string, fraction: string | undefined): RaceTerm => ({
  literal: `(^|[^0-9.,])${whole}${fraction ? `[.,]${fraction}0*` : '([.,][0-9]+)?'} ?(km?|quilometros?)\\M`,
  word: null,
  optional: false,
})

function wordTerm(word: string): RaceTerm {
  const same = ALSO.find((names) => names.some((name) => word.startsWith(name)))
  // Words are letters and digits: nothing to escape.
  return {
    literal: same ? `${word}|${same.map((name) => `\\m${name}`).join('|')}` : word,
    word,
    optional: false,
  }
}

const isOfEveryRace = (word: string | null): boolean => word !== null && EVERY_RACE.test(word)

/** What is searched for in the public list: `5 km noturna` → a distance and a word. Null when there is nothing to look for. */
export function raceTerms(typed: string | undefined): RaceTerm[] | null {
  const distances = [...plain(typed).matchAll(DISTANCE)].map(([, whole = '', fraction]) =>
    distanceTerm(whole, fraction),
  )
  const words = searchWords(plain(typed).replace(DISTANCE, ' '))?.words ?? []
  const terms = [...distances, ...words.map(({ text }) => wordTerm(text))].slice(0, MAX_WORDS)
  if (terms.length === 0) return null
  const saysSomething = terms.some(({ word }) => !isOfEveryRace(word))
  return terms.map((term) => ({ ...term, optional: saysSomething && isOfEveryRace(term.word) }))
}
