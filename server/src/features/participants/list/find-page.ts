import type { ParticipantFilter } from '#contract/participants.ts'
import type { Db } from '#server/lib/db.ts'
import { type ChunkCount, pagePlace, reachFor } from './domain/page-place.ts'
import { searchPatterns } from './domain/search-patterns.ts'
import { countedTo, searchWay } from './domain/search-way.ts'
import {
  type Facts,
  type Found,
  listPage,
  lookAtNewest,
  lookUp,
  type Newest,
  sift,
  sumFacts,
  type Window,
  walk,
} from './queries.ts'

/** A look at the newest says which way to the results of a search is short. */
const SAMPLE = 2_000

interface Page {
  ids: number[]
  total: number
  /** There are more than `total`. */
  capped: boolean
  /** Of the event, whatever the filter. */
  cards: Facts['cards']
}

interface Asked {
  eventId: number
  filter: ParticipantFilter
  page: number
  perPage: number
}

/** The registrations of a page, whichever page it is: docs/algorithms/participants.md. */
export async function findPage(db: Db, asked: Asked): Promise<Page> {
  const { eventId, filter, page, perPage } = asked
  const isSearch = searchPatterns(filter.search).length > 0
  const [{ cards, counts }, newest] = await Promise.all([
    sumFacts(db, eventId, filter),
    isSearch ? lookAtNewest(db, eventId, filter, SAMPLE) : null,
  ])
  const offset = (page - 1) * perPage
  if (!newest) {
    const total = sum(counts, 'matches')
    const ids = await listPage(db, eventId, filter, pagePlace(counts, offset, perPage), perPage)
    return { ids, total, capped: false, cards }
  }
  return { ...(await search(db, asked, counts, newest)), cards }
}

/** How many of what the filter leaves must be known before it counts more than all do. */
const PRIOR = 50
/** An estimate may be short. */
const MARGIN = 1.25
/** Who looks up has all at hand, and counts so many. */
const LOOKED_UP = 500

async function search(
  db: Db,
  asked: Asked,
  counts: readonly ChunkCount[],
  { seen, with_rarest, with_words, passed, found }: Newest,
): Promise<Omit<Page, 'cards'>> {
  const { eventId, filter } = asked
  if (seen === 0) return { ids: [], total: 0, capped: false }
  const registrations = sum(counts, 'registered')
  const end = countedTo(registrations)
  const window = windowTo(end, asked)
  const narrowed = sum(counts, 'matches') < registrations
  const withWords = with_words / seen
  let share = (found + PRIOR * withWords) / (passed + PRIOR)
  const sifted: Found = { ids: [], total: 0 }
  let siftedOf = 0
  let rest = counts
  for (;;) {
    const wanted = (window.most - sifted.total) / share
    const reach = reachFor(rest, wanted * MARGIN)
    const needed = Math.min(1, wanted / reach.matches)
    const way = searchWay({
      registrations,
      narrowed,
      withWords,
      withRarest: with_rarest / seen,
      toRead: reach.registered * needed,
      toSift: reach.matches * needed,
    })
    if (way === 'walk') return upTo(end, await walk(db, eventId, filter, window))
    if (way === 'look-up') {
      const all = Math.max(end, LOOKED_UP)
      return upTo(all, await lookUp(db, eventId, filter, windowTo(all, asked)))
    }
    const further = await sift(db, eventId, filter, windowAfter(window, sifted), reach.chunks)
    sifted.ids.push(...further.ids)
    sifted.total += further.total
    rest = rest.slice(reach.length)
    if (sifted.total === window.most || sum(rest, 'matches') === 0) return upTo(end, sifted)
    // They are fewer than was to be expected: the next reach is longer, or the way another.
    siftedOf += reach.matches
    share = sifted.total / siftedOf
  }
}

/** A page among results that are counted to `end`. */
const windowTo = (end: number, { page, perPage }: Asked): Window => {
  const offset = (page - 1) * perPage
  return { offset, take: Math.max(0, Math.min(perPage, end - offset)), most: end + 1 }
}

const upTo = (end: number, { ids, total }: Found): Omit<Page, 'cards'> => ({
  ids,
  total: Math.min(total, end),
  capped: total > end,
})

/** What is still to be found of a window, behind what was. */
const windowAfter = ({ offset, take, most }: Window, { ids, total }: Found): Window => ({
  offset: Math.max(0, offset - total),
  take: take - ids.length,
  most: most - total,
})

const sum = (list: readonly ChunkCount[], field: 'registered' | 'matches'): number =>
  list.reduce((total, fact) => total + fact[field], 0)
