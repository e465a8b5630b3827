/** How many matches a chunk of registration ids has, out of how many. */
export interface ChunkCount {
  chunk: number
  matches: number
  registered: number
}

export interface PagePlace {
  /** Those that hold the page's rows, the newest first. */
  chunks: number[]
  /** Newer matches of the first chunk that belong to pages before. */
  skip: number
}

/** Counts of one chunk that follow one another, added up. */
export function byChunk(counts: readonly ChunkCount[]): ChunkCount[] {
  const sums: ChunkCount[] = []
  for (const { chunk, matches, registered } of counts) {
    const last = sums.at(-1)
    if (last?.chunk === chunk) {
      last.matches += matches
      last.registered += registered
    } else sums.push({ chunk, matches, registered })
  }
  return sums
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
