/** What is known before a search is made. */
export interface SearchOutlook {
  registrations: number
  /** Whether other filters leave fewer than that. */
  narrowed: boolean
  /** The shares of the registrations that have the words, and the rarest of them. */
  withWords: number
  withRarest: number
  /** How many registrations are to be read from the newest until enough are found, and how many of them the other filters leave. */
  toRead: number
  toSift: number
}

export type SearchWay = 'walk' | 'look-up' | 'sift'

/** Microseconds a row, measured: a text in order, an entry by its key, a text from a list of ids. */
const READ = 0.3
const LOOK = 1.5
const SIFT = 2
/** The index of words goes through all that have the rarest, and each that it proposes is checked; asking anything takes a while. */
const PROPOSE = 0.3
const CHECK = 2
const ASK = 4_000

/**
 * The cheapest way to the results of a search: reading from the newest until there are enough, asking the index of words for
 * all, or sifting what the other filters leave.
 */
export function searchWay({
  registrations,
  narrowed,
  withWords,
  withRarest,
  toRead,
  toSift,
}: SearchOutlook): SearchWay {
  const costs: Record<SearchWay, number> = {
    walk: toRead * (READ + (narrowed ? withWords * LOOK : 0)),
    'look-up': ASK + registrations * (withRarest * PROPOSE + withWords * CHECK),
    sift: narrowed ? toSift * SIFT : Number.POSITIVE_INFINITY,
  }
  const ways = Object.keys(costs) as SearchWay[]
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best), 'look-up')
}

/**
 * How far the results of a search are counted among so many registrations: to the end in an event of some size, less far where reading
 * on would take longer than a page may.
 */
export function countedTo(registrations: number): number {
  if (registrations <= 16_384) return registrations
  return registrations <= 131_072 ? 500 : 60
}
