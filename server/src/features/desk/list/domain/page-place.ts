/** Ids of a chunk and of each of its 64 slots: `desk_chunk()` and `desk_slot()` of server/migrations/0004_desk.sql. */
const SLOT_IDS = 128
const SLOTS = 64
const CHUNK_IDS = SLOTS * SLOT_IDS

/** How many matches a chunk of registration ids has, out of how many. */
export interface ChunkCount {
  chunk: number
  matches: number
  registered: number
  /** A bit for each slot: there are no matches where it is 0. */
  slots: bigint
}

/** Registration ids from `first` on, before `end`. */
export interface Stretch {
  first: number
  end: number
}

export interface PagePlace {
  /** Where the page's rows are, the newest first. */
  stretches: Stretch[]
  /** Newer matches there that belong to pages before. */
  skip: number
}

/** Counts of one chunk that follow one another, added up. */
export function byChunk(counts: readonly ChunkCount[]): ChunkCount[] {
  const sums: ChunkCount[] = []
  for (const { chunk, matches, registered, slots } of counts) {
    const last = sums.at(-1)
    if (last?.chunk === chunk) {
      last.matches += matches
      last.registered += registered
      last.slots |= slots
    } else sums.push({ chunk, matches, registered, slots })
  }
  return sums
}

/** Where the matches of a chunk may be, the newest first; slots beside one another are one stretch. */
export function stretchesOf({ chunk, slots }: Pick<ChunkCount, 'chunk' | 'slots'>): Stretch[] {
  const stretches: Stretch[] = []
  for (let slot = SLOTS - 1; slot >= 0; slot--) {
    if (((slots >> BigInt(slot)) & 1n) === 0n) continue
    const first = chunk * CHUNK_IDS + slot * SLOT_IDS
    const last = stretches.at(-1)
    if (last?.first === first + SLOT_IDS) last.first = first
    else stretches.push({ first, end: first + SLOT_IDS })
  }
  return stretches
}

/** Which part of a chunk has to be read for its matches. */
export const shareToRead = (count: Pick<ChunkCount, 'chunk' | 'slots'>): number =>
  stretchesOf(count).reduce((ids, { first, end }) => ids + end - first, 0) / CHUNK_IDS

/** Where a page of `take` matches begins after `offset` newer ones. `counts` come the newest chunk first. */
export function pagePlace(counts: readonly ChunkCount[], offset: number, take: number): PagePlace {
  const stretches: Stretch[] = []
  let skip = offset
  let found = 0
  for (const count of counts) {
    const { matches } = count
    if (matches <= 0) continue
    if (stretches.length === 0 && skip >= matches) {
      skip -= matches
      continue
    }
    found += matches - (stretches.length === 0 ? skip : 0)
    stretches.push(...stretchesOf(count))
    if (found >= take) break
  }
  return { stretches, skip: stretches.length === 0 ? 0 : skip }
}
