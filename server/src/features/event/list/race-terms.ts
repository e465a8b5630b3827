import { addDays, type IsoDate } from '#contract/dates.ts'
import { plainText } from '#contract/words.ts'
import { searchWords } from '#server/lib/text-search.ts'

const MAX_TERMS = 8

/** One search term, as PostgreSQL regular expressions for texts without accents and case. */
export interface RaceTerm {
  /** Matched against the title and the names of modalities, city and organizer. */
  literal: string
  /** A word that the title or a name may resemble instead; null for a distance or a month. */
  word: string | null
  /** Races in these days match too; null unless the term is a month. */
  during: { from: IsoDate; to: IsoDate } | null
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
  during: null,
  optional: false,
})

const MONTHS =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const MONTH = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:em|de) )?(${MONTHS.join('|')})(?:(?: de)? (20\\d\\d))?(?![\\p{L}\\p{N}])`,
  'gu',
)

/** A month without a year is the current or the next one of its name. */
function monthTerm(name: string, year: string | undefined, today: IsoDate): RaceTerm {
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  const thisYear = Number(today.slice(0, 4))
  const yearMeant = year ?? String(month < today.slice(5, 7) ? thisYear + 1 : thisYear)
  const from = `${yearMeant}-${month}-01`
  const next = addDays(from, 31).slice(0, 7)
  return {
    literal: `\\m${name}\\M`,
    word: null,
    during: { from, to: addDays(`${next}-01`, -1) },
    optional: false,
  }
}

function wordTerm(word: string): RaceTerm {
  const same = ALSO.find((names) => names.some((name) => word.startsWith(name)))
  // Words are letters and digits, so nothing needs escaping.
  return {
    literal: same ? `${word}|${same.map((name) => `\\m${name}`).join('|')}` : word,
    word,
    during: null,
    optional: false,
  }
}

const isOfEveryRace = (word: string | null): boolean => word !== null && EVERY_RACE.test(word)

/** `5 km noturna em dezembro` → a distance, a month and a word. */
export function raceTerms(typed: string | undefined, today: IsoDate): RaceTerm[] | null {
  const plain = plainText(typed ?? '')
  const distances = [...plain.matchAll(DISTANCE)].map(([, whole = '', fraction]) =>
    distanceTerm(whole, fraction),
  )
  const months = [...plain.matchAll(MONTH)].map(([, name = '', year]) => monthTerm(name, year, today))
  const words = searchWords(plain.replace(DISTANCE, ' ').replace(MONTH, ' '))
  const terms = [...distances, ...months, ...words.map(wordTerm)].slice(0, MAX_TERMS)
  if (terms.length === 0) return null
  const saysSomething = terms.some(({ word }) => !isOfEveryRace(word))
  return terms.map((term) => ({ ...term, optional: saysSomething && isOfEveryRace(term.word) }))
}
