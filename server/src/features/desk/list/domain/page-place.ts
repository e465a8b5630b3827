/** How many matches a chunk of registration ids has. */
export interface ChunkCount {
  chunk: number
  matches: number
}

export interface PagePlace {
  /** Those that hold the page's rows, the newest first. */
  chunks: number[]
  /** Newer matches of the first chunk that belong to pages before. */
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
