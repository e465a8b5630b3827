import type { ParticipantFilter } from '#contract/desk.ts'
import type { Db } from '#server/lib/db.ts'
import { pagePlace } from './domain/page-place.ts'
import { searchPatterns } from './domain/search-patterns.ts'
import { searchWay } from './domain/search-way.ts'
import { type FactSum, type Found, listPage, lookAtNewest, lookUp, sift, walk } from './queries.ts'

/** How far the results of a search are counted. */
export const MOST_FOUND = 1_000
/** A look at the newest says which way to the results of a search is short. */
const SAMPLE = 2_000

interface Page {
  ids: number[]
  total: number
  /** There are more than `total`. */
  capped: boolean
}

interface Asked {
  eventId: number
  filter: ParticipantFilter
  page: number
  perPage: number
}

/** The registrations of a page, whichever page it is: docs/algorithms/desk.md. `facts` are those of the filter. */
export async function findPage(db: Db, asked: Asked, facts: readonly FactSum[]): Promise<Page> {
  const { eventId, filter, page, perPage } = asked
  const offset = (page - 1) * perPage
  if (searchPatterns(filter.search).length === 0) {
    const total = facts.reduce((sum, { matches }) => sum + matches, 0)
    const ids = await listPage(db, eventId, filter, pagePlace(facts, offset, perPage), perPage)
    return { ids, total, capped: false }
  }
  const take = Math.max(0, Math.min(perPage, MOST_FOUND - offset))
  const { ids, total } = await search(db, asked, facts, { offset, take, most: MOST_FOUND + 1 })
  return { ids, total: Math.min(total, MOST_FOUND), capped: total > MOST_FOUND }
}

async function search(
  db: Db,
  { eventId, filter }: Asked,
  facts: readonly FactSum[],
  window: { offset: number; take: number; most: number },
): Promise<Found> {
  const { seen, with_words, found } = await lookAtNewest(db, eventId, filter, SAMPLE)
  if (seen === 0) return { ids: [], total: 0 }
  const theirs = facts.filter(({ matches }) => matches > 0)
  const sum = (list: readonly FactSum[], field: 'registered' | 'matches') =>
    list.reduce((total, fact) => total + fact[field], 0)
  const way = searchWay({
    registrations: sum(facts, 'registered'),
    filtered: sum(facts, 'matches'),
    inTheirChunks: sum(theirs, 'registered'),
    withWords: with_words / seen,
    found: found / seen,
    most: window.most,
  })
  switch (way) {
    case 'walk':
      return walk(db, eventId, filter, window)
    case 'look-up':
      return lookUp(db, eventId, filter, window)
    case 'sift':
      return sift(
        db,
        eventId,
        filter,
        window,
        theirs.map(({ chunk }) => chunk),
      )
  }
}
