import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { ANSWER_FILE, isPdf } from '#server/features/account/domain/sent-file.ts'
import { insertUpload } from '#server/features/event/uploads/queries.ts'
import { encodeDocument } from '#server/lib/images.ts'
import type { Limit } from '#server/lib/rate-limit.ts'

/** Images are re-encoded, which is expensive; a registration needs few files. */
export const ANSWER_FILES_BY_USER: Limit = { name: 'answer-file-user', points: 30, perSeconds: 3600 }

/**
 * Writes the file before its row, so that every row has its file. `userId` is null for a file sent through a
 * link. Throws 415 unless an image or PDF.
 */
export async function keepAnswerFile(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  { bytes, userId }: { bytes: Buffer; userId: number | null },
): Promise<string> {
  const pdf = isPdf(bytes)
  const stored = pdf ? bytes : await encodeDocument(bytes)
  const path = `answers/${randomUUID()}.${pdf ? 'pdf' : 'jpg'}`
  await deps.files.write(path, stored)
  await insertUpload(deps.db, {
    path,
    userId,
    purpose: ANSWER_FILE,
    mediaType: pdf ? 'application/pdf' : 'image/jpeg',
    bytes: stored.length,
    picture: null,
    course: null,
    at: deps.clock.now(),
  })
  return path
}
