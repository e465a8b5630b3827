/** What a chunk of registration ids holds: how many of its registrations the filter leaves, and out of how many. */
export interface ChunkCount {
  chunk: number
  matches: number
  registered: number
}

export interface PagePlace {
  /** Where the page's rows are, the newest first. */
  chunks: number[]
  /** Newer matches there that belong to pages before. */
  skip: number
}

/** Where a page of `take` matches begins after `offset` newer ones. `counts` come the newest chunk first. */
export function pagePlace(counts: readonly ChunkCount[], offset: number, take: number): PagePlace {
  const chunks: number[] = []
  let skip = offset
  let found = 0
  for (const { chunk, matches } of counts) {
    if (matches <= 0) continue
    if (chunks.length === 0 && skip >= matches) {
      skip -= matches
      continue
    }
    found += matches - (chunks.length === 0 ? skip : 0)
    chunks.push(chunk)
    if (found >= take) break
  }
  return { chunks, skip: chunks.length === 0 ? 0 : skip }
}

/** The newest chunks, and what they hold in all. */
export interface Reach {
  /** How many chunks. */
  length: number
  /** Those with matches. */
  chunks: number[]
  matches: number
  registered: number
}

/** How far back one has to go for so many matches; `counts` come the newest chunk first. */
export function reachFor(counts: readonly ChunkCount[], wanted: number): Reach {
  const reach: Reach = { length: 0, chunks: [], matches: 0, registered: 0 }
  for (const { chunk, matches, registered } of counts) {
    if (reach.matches >= wanted) break
    reach.length++
    reach.registered += registered
    reach.matches += matches
    if (matches > 0) reach.chunks.push(chunk)
  }
  return reach
}
