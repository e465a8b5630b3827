/** What is known before a search is made. */
export interface SearchOutlook {
  registrations: number
  /** How many the other filters leave. */
  filtered: number
  /** Of how many: what the chunks hold that are to be read for `most` of them. */
  toSift: number
  /** Shares among the newest registrations: those with the words, and those of them that the other filters leave. */
  withWords: number
  found: number
  /** How many are wanted. */
  most: number
}

export type SearchWay = 'walk' | 'look-up' | 'sift'

/** Microseconds a row, measured: reading words in order, scanning entries, a look by key, checking what the index proposed. */
const READ = 0.3
const SCAN = 0.2
const LOOK = 1
const CHECK = 2

/**
 * The cheapest way to the results of a search: reading from the newest until there are enough, asking the index of words for
 * all, or sifting what the other filters leave.
 */
export function searchWay(outlook: SearchOutlook): SearchWay {
  const { registrations, filtered, toSift, withWords, found, most } = outlook
  const narrowed = filtered < registrations
  const read = found === 0 ? registrations : Math.min(registrations, most / found)
  const proposed = registrations * withWords
  const costs: Record<SearchWay, number> = {
    walk: read * (READ + (narrowed ? withWords * LOOK : 0)),
    'look-up': proposed * (CHECK + (narrowed ? LOOK : 0)),
    sift: narrowed ? toSift * (SCAN + (filtered / registrations) * LOOK) : Number.POSITIVE_INFINITY,
  }
  const ways = Object.keys(costs) as SearchWay[]
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best), 'look-up')
}
