import type { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { ParticipantFilter } from '#contract/participants.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Files } from '#server/lib/files.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { download } from './download.ts'
import { type Attachment, listAttachments } from './queries/attachments.ts'
import { enterExports } from './queue.ts'

/**
 * The files of the answers of whoever passes the filter, as a ZIP that is written file by file while it is sent. Waits for its turn among
 * the exports. Throws 404 for an event out of reach and 409 when there is no file. A file that is missing in the storage ends it with an error:
 * a ZIP that looks whole is whole.
 */
export async function exportAnswerFiles(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  { caller, eventId, filter, ip }: { caller: Caller; eventId: number; filter: ParticipantFilter; ip: string },
): Promise<Readable> {
  const { db, clock } = deps
  await getReachedEvent(db, caller, eventId)
  const leave = enterExports(db, caller, clock.now().getTime())
  try {
    const { rows } = await listAttachments(db, eventId, filter)
    if (rows.length === 0)
      throw new AppError('state_changed', { message: 'Nenhuma resposta tem anexo com esses filtros.' })
    await transaction(db, (tx) =>
      audit(tx, {
        at: clock.now(),
        actorUserId: caller.userId,
        action: 'event.answer_files_exported',
        entity: 'event',
        entityId: eventId,
        eventId,
        after: { rows: rows.length },
        ip,
      }),
    )
    return download(zipped(deps.files, rows), leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** The bytes of the ZIP. Images and PDFs are compressed already, so they are stored as they are. */
async function* zipped(files: Files, attachments: readonly Attachment[]): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const attachment of attachments) {
    const bytes = await files.read(attachment.path)
    if (bytes === null) throw new Error('a file of an answer is missing')
    const entry = new ZipPassThrough(nameOf(attachment))
    zip.add(entry)
    entry.push(bytes, true)
    yield* pieces
    pieces = []
  }
  zip.end()
  yield* pieces
}

/** `1243-bruna-prado-5.pdf`: the registration, whose name it is, and the question. */
function nameOf({ registration_id, questionnaire_id, name, path }: Attachment): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return `${registration_id}-${plain || 'participante'}-${questionnaire_id}${path.slice(path.lastIndexOf('.'))}`
}
