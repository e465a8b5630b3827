import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { exportParticipants as route } from '#contract/participants/export.ts'
import { EXPORT_PRESETS, type ExportColumn, sameColumns } from '#contract/participants/export-columns.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { slugify } from '#server/features/event/domain/slug.ts'
import { seesHealthAnswers } from '#server/features/registration/answers/health.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { download } from './download.ts'
import { listPresets } from './queries/presets.ts'
import { enterExports } from './queue.ts'
import { openFile } from './threads.ts'
import { WRITERS } from './write.ts'
import type { FileFacts } from './write-file.ts'

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

/** docs/algorithms/export.md. Throws 404, 409 while other exports are ahead, 503 when too many wait. */
export async function exportParticipants(
  deps: Pick<Deps, 'db' | 'replica' | 'clock'>,
  asked: ExportRequest,
): Promise<Export> {
  const { caller, eventId, query } = asked
  const event = await getAccessibleEvent(deps.db, caller, eventId)
  const leave = enterExports(deps.db, caller, deps.clock.now().getTime())
  const { format, columns, ...filter } = query
  let file: Awaited<ReturnType<typeof openFile>> | undefined
  const end = () => {
    leave()
    file?.end()
  }
  try {
    file = await openFile(deps.replica, {
      eventId,
      filter,
      format,
      columns,
      health: seesHealthAnswers(caller),
    })
    await recordExport(deps, asked, file.facts)
    const contents = await contentName(deps.db, event.organizer_id, columns)
    return {
      fileName: `${slugify(event.title)}-${contents}.${format}`,
      mediaType: WRITERS[format].mediaType,
      rows: file.facts.rows,
      expectedBytes: file.facts.expectedBytes,
      content: download(file.content, end),
    }
  } catch (error) {
    end()
    throw error
  }
}

/** The file is named after the preset, built-in or the team's, with the same columns. */
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
  { rows, health }: FileFacts,
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
