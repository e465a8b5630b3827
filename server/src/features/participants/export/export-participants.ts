import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { exportParticipants as route } from '#contract/participants/export.ts'
import { EXPORT_PRESETS, type ExportColumn, sameColumns } from '#contract/participants/export-columns.ts'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { slugify } from '#server/features/event/domain/slug.ts'
import { seesHealthAnswers } from '#server/features/registration/answers/health.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { download } from './download.ts'
import { type Cell, type Column, columnsOf } from './queries/columns.ts'
import { listPresets } from './queries/presets.ts'
import {
  countFound,
  getPrompts,
  joinAsWritten,
  listIds,
  openSnapshot,
  readCells,
  type Snapshot,
} from './queries/rows.ts'
import { enterExports } from './queue.ts'
import { WRITERS } from './write.ts'

interface ExportRequest {
  caller: Caller
  eventId: number
  query: z.output<typeof route.query>
  ip: string
}

interface Export {
  fileName: string
  mediaType: string
  rows: number
  /** Estimated from the first page. */
  expectedBytes: number
  content: Readable
}

/** Rows per page: few enough for the garbage collector to free them cheaply. */
const PAGE = 500
/** Ids per query: each query of a search reads many texts. */
const IDS = 10_000

/** docs/algorithms/export.md. Throws 404, 409 while other exports are ahead, 503 when too many wait. */
export async function exportParticipants(
  deps: Pick<Deps, 'db' | 'replica' | 'clock'>,
  asked: ExportRequest,
): Promise<Export> {
  const { caller, eventId, query } = asked
  const event = await getAccessibleEvent(deps.db, caller, eventId)
  const leave = enterExports(deps.db, caller, deps.clock.now().getTime())
  let snapshot: Snapshot | undefined
  const end = async () => {
    leave()
    // Fails when the connection is lost, which ends the transaction too.
    await snapshot
      ?.rollback()
      .execute()
      .catch(() => {})
  }
  try {
    snapshot = await openSnapshot(deps.replica)
    await joinAsWritten(snapshot)
    const { format, columns: chosen, ...filter } = query
    const rows = await countFound(snapshot, eventId, filter)
    const prompts = await getPrompts(snapshot, eventId, { health: seesHealthAnswers(caller) })
    const columns = columnsOf(chosen, prompts)
    const { mediaType, write } = WRITERS[format]
    const read = readAll(snapshot, eventId, filter, columns)
    const first: Cell[][] = []
    while (first.length < PAGE) {
      const { done, value } = await read.next()
      if (done) break
      first.push(value)
    }
    const sample = await bytesOf(write(columns, chained(first)))
    const health = chosen.includes('answers') && prompts.questions.some(({ sensitive }) => sensitive)
    await recordExport(deps, asked, { rows, health })
    const contents = await contentName(deps.db, event.organizer_id, chosen)
    const content = download(write(columns, chained(first, read)), end)
    return {
      fileName: `${slugify(event.title)}-${contents}.${format}`,
      mediaType,
      rows,
      expectedBytes: Math.round((sample * rows) / Math.max(1, first.length)),
      content,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The name of the file's contents: that of the preset, built-in or the team's, with the same columns. */
async function contentName(db: Db, organizerId: number, columns: readonly ExportColumn[]): Promise<string> {
  const presets = [
    ...EXPORT_PRESETS.filter(({ name }) => name !== 'Completo'),
    ...(await listPresets(db, organizerId)),
  ]
  const preset = presets.find((one) => sameColumns(one.columns, columns))
  return slugify(preset?.name ?? 'participantes', 'participantes')
}

/** Records who exported personal data, and when (LGPD, article 37). */
const recordExport = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: ExportRequest,
  { rows, health }: { rows: number; health: boolean },
) =>
  transaction(db, (tx) => {
    const { format, columns, search, ...filter } = asked.query
    return audit(tx, {
      at: clock.now(),
      actorUserId: asked.caller.userId,
      action: 'event.participants_exported',
      entityId: asked.eventId,
      // The search text is not recorded, because it may be a CPF.
      after: {
        format,
        rows,
        columns: columns.length,
        health,
        filters: { ...filter, search: Boolean(search) },
      },
      ip: asked.ip,
    })
  })

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
