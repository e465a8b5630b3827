import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { encodeDocument } from '#server/lib/images.ts'
import { ANSWER_FILE, isPdf } from '../../account/domain/sent-file.ts'
import { insertUpload } from '../../event/uploads/queries.ts'

/**
 * Keeps an image or a PDF, judged by its content, out of the public's reach; answers its path. It waits there for the registration
 * that names it. The file comes before its row: a row always has its file. Throws 415 for anything else.
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
    at: deps.clock.now(),
  })
  return path
}
