import type { ExportFormat } from '#contract/participants/export.ts'
import type { ExportColumn } from '#contract/participants/export-columns.ts'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import type { Db } from '#server/lib/db.ts'
import { type Cell, type Column, columnsOf } from './queries/columns.ts'
import {
  countFound,
  getPrompts,
  joinAsWritten,
  listIds,
  openSnapshot,
  readCells,
  type Snapshot,
} from './queries/rows.ts'
import { WRITERS } from './write.ts'

/** Sent to `thread.ts`, so it contains only plain values. */
export interface FileRequest {
  eventId: number
  filter: ParticipantFilter
  format: ExportFormat
  columns: readonly ExportColumn[]
  /** Whether the caller may see answers about health. */
  health: boolean
}

export interface FileFacts {
  rows: number
  /** Whether the file contains answers about health. */
  health: boolean
  /** Estimated from the first page. */
  expectedBytes: number
}

/** Rows per page: few enough for the garbage collector to free them cheaply. */
const PAGE = 500
/** Ids per query: each query of a search reads many texts. */
const IDS = 10_000

/** Reads the first page. The caller reads `content` and calls `end` in any case. */
export async function writeFile(
  db: Db,
  { eventId, filter, format, columns: chosen, health }: FileRequest,
): Promise<{ facts: FileFacts; content: AsyncIterable<Uint8Array>; end: () => Promise<void> }> {
  const snapshot = await openSnapshot(db)
  // Fails when the connection is lost, which ends the transaction too.
  const end = () =>
    snapshot
      .rollback()
      .execute()
      .catch(() => undefined)
  try {
    await joinAsWritten(snapshot)
    const rows = await countFound(snapshot, eventId, filter)
    const prompts = await getPrompts(snapshot, eventId, { health })
    const columns = columnsOf(chosen, prompts)
    const { write } = WRITERS[format]
    const read = readAll(snapshot, eventId, filter, columns)
    const first: Cell[][] = []
    while (first.length < PAGE) {
      const { done, value } = await read.next()
      if (done) break
      first.push(value)
    }
    const sample = await bytesOf(write(columns, chained(first)))
    return {
      facts: {
        rows,
        health: chosen.includes('answers') && prompts.questions.some(({ sensitive }) => sensitive),
        expectedBytes: Math.round((sample * rows) / Math.max(1, first.length)),
      },
      content: write(columns, chained(first, read)),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function* readAll(
  snapshot: Snapshot,
  eventId: number,
  filter: ParticipantFilter,
  columns: readonly Column[],
): AsyncGenerator<Cell[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const ids = await listIds(snapshot, eventId, filter, { before, most: IDS })
    const read = (at: number) => readCells(snapshot, ids.slice(at, at + PAGE), columns)
    // PostgreSQL reads the next page while the current one is written.
    let next = ids.length > 0 ? read(0) : null
    for (let at = PAGE; next; at += PAGE) {
      const rows = await next
      next = at < ids.length ? read(at) : null
      // Prevents an unhandled rejection when the download is aborted.
      next?.catch(() => undefined)
      yield* rows
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < IDS) return
    before = last
  }
}

async function* chained<T>(...parts: (Iterable<T> | AsyncIterable<T>)[]): AsyncGenerator<T> {
  for (const part of parts) yield* part
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  return bytes
}
