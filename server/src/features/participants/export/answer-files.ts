import type { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import { plainText } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { seesHealthAnswers } from '#server/features/registration/answers/health.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Files } from '#server/lib/files.ts'
import { download } from './download.ts'
import { type Attachment, listAttachments } from './queries/attachments.ts'
import { enterExports } from './queue.ts'

/**
 * Throws 404 outside the caller's scope, 409 when there is no file and 503 when the storage does not answer. A
 * file missing in the storage aborts the download, so that a complete ZIP contains every file.
 */
export async function exportAnswerFiles(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  { caller, eventId, filter, ip }: { caller: Caller; eventId: number; filter: ParticipantFilter; ip: string },
): Promise<Readable> {
  const { db, clock } = deps
  await getAccessibleEvent(db, caller, eventId)
  const leave = enterExports(db, caller, clock.now().getTime())
  try {
    const { rows } = await listAttachments(db, eventId, filter, { health: seesHealthAnswers(caller) })
    if (rows.length === 0)
      throw new AppError('state_changed', { message: 'Nenhuma resposta tem anexo com esses filtros.' })
    const zip = await begun(zipped(deps.files, rows))
    await transaction(db, (tx) =>
      audit(tx, {
        at: clock.now(),
        actorUserId: caller.userId,
        action: 'event.answer_files_exported',
        entityId: eventId,
        after: { rows: rows.length, health: rows.some(({ sensitive }) => sensitive) },
        ip,
      }),
    )
    return download(zip, leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** Reads the first piece before the answer begins: from then on an error could only cut the download off. */
async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await pieces.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* pieces
  })()
}

/** The bytes of the ZIP. Images and PDFs are already compressed, so they are stored uncompressed. */
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

/** A file name such as `1243-bruna-prado-5.pdf`: registration, name and question. */
function nameOf({ registration_id, questionnaire_id, name, path }: Attachment): string {
  const plain = plainText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return `${registration_id}-${plain || 'participante'}-${questionnaire_id}${path.slice(path.lastIndexOf('.'))}`
}
