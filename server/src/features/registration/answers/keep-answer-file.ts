import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { encodeDocument } from '#server/lib/images.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { ANSWER_FILE, isPdf } from '../../account/domain/sent-file.ts'
import { insertUpload } from '../../event/uploads/queries.ts'

/** Each image is encoded again, which is expensive; a registration needs few files. */
export const ANSWER_FILES_BY_USER: Limit = { name: 'answer-file-user', points: 30, perSeconds: 3600 }

/**
 * Stores an image or a PDF, detected by its content, in private storage and returns its path, for a later registration to refer to.
 * Writes the file before its row, so that every row has its file. Throws 415 for other content.
 */
export async function keepAnswerFile(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  { bytes, userId }: { bytes: Buffer; userId: number },
): Promise<string> {
  const pdf = isPdf(bytes)
  const kept = pdf ? bytes : await encodeDocument(bytes)
  const path = `answers/${randomUUID()}.${pdf ? 'pdf' : 'jpg'}`
  await deps.files.write(path, kept)
  await insertUpload(deps.db, {
    path,
    userId,
    purpose: ANSWER_FILE,
    mediaType: pdf ? 'application/pdf' : 'image/jpeg',
    bytes: kept.length,
    picture: null,
    course: null,
    at: deps.clock.now(),
  })
  return path
}
