import type { ParticipantFilter } from '#contract/desk.ts'
import type { Db } from '#server/lib/db.ts'
import { byChunk, type ChunkCount, pagePlace, shareToRead, stretchesOf } from './domain/page-place.ts'
import { searchPatterns } from './domain/search-patterns.ts'
import { searchWay } from './domain/search-way.ts'
import {
  type FactSum,
  type Found,
  listPage,
  lookAtNewest,
  lookUp,
  type Newest,
  sift,
  sumFacts,
  walk,
} from './queries.ts'

/** How far the results of a search are counted. */
export const MOST_FOUND = 500
/** A look at the newest says which way to the results of a search is short. */
const SAMPLE = 2_000

interface Page {
  ids: number[]
  total: number
  /** There are more than `total`. */
  capped: boolean
  /** The event's, and what the filter leaves of them. */
  facts: readonly FactSum[]
}

interface Asked {
  eventId: number
  filter: ParticipantFilter
  page: number
  perPage: number
}

/** The registrations of a page, whichever page it is: docs/algorithms/desk.md. */
export async function findPage(db: Db, asked: Asked): Promise<Page> {
  const { eventId, filter, page, perPage } = asked
  const isSearch = searchPatterns(filter.search).length > 0
  const [facts, newest] = await Promise.all([
    sumFacts(db, eventId, filter),
    isSearch ? lookAtNewest(db, eventId, filter, SAMPLE) : null,
  ])
  const counts = byChunk(facts)
  const offset = (page - 1) * perPage
  if (!newest) {
    const total = sum(counts, 'matches')
    const ids = await listPage(db, eventId, filter, pagePlace(counts, offset, perPage), perPage)
    return { ids, total, capped: false, facts }
  }
  const take = Math.max(0, Math.min(perPage, MOST_FOUND - offset))
  const { ids, total } = await search(db, asked, counts, newest, { offset, take, most: MOST_FOUND + 1 })
  return { ids, total: Math.min(total, MOST_FOUND), capped: total > MOST_FOUND, facts }
}

async function search(
  db: Db,
  { eventId, filter }: Asked,
  counts: readonly ChunkCount[],
  { seen, with_words, found }: Newest,
  window: { offset: number; take: number; most: number },
): Promise<Found> {
  if (seen === 0) return { ids: [], total: 0 }
  const chunks = counts.filter(({ matches }) => matches > 0)
  const some = newestFor(chunks, (window.most * seen) / found)
  const way = searchWay({
    registrations: sum(counts, 'registered'),
    filtered: sum(counts, 'matches'),
    toSift: some.reduce((rows, chunk) => rows + chunk.registered * shareToRead(chunk), 0),
    withWords: with_words / seen,
    found: found / seen,
    most: window.most,
  })
  if (way === 'walk') return walk(db, eventId, filter, window)
  if (way === 'look-up') return lookUp(db, eventId, filter, window)
  const few = await sift(db, eventId, filter, window, some.flatMap(stretchesOf))
  return few.total === window.most || some.length === chunks.length
    ? few
    : sift(db, eventId, filter, window, chunks.flatMap(stretchesOf))
}

const sum = (list: readonly ChunkCount[], field: 'registered' | 'matches'): number =>
  list.reduce((total, fact) => total + fact[field], 0)

/** An estimate may be short. */
const MARGIN = 1.25

/** The newest chunks that hold so many registrations, and some more. */
function newestFor(chunks: readonly ChunkCount[], registrations: number): readonly ChunkCount[] {
  let held = 0
  const enough = chunks.findIndex(({ registered }) => {
    held += registered
    return held >= registrations * MARGIN
  })
  return enough < 0 ? chunks : chunks.slice(0, enough + 1)
}
