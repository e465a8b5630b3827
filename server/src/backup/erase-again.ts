import { eraseAgain } from '#server/features/account/privacy/erasures.ts'
import type { ArchivePlace } from '#server/lib/archive.ts'
import { createDb, createPool } from '#server/lib/db.ts'
import type { Files } from '#server/lib/files.ts'
import { forgetErasing, inTransaction } from './queries.ts'

/**
 * In a restored database of this release, removes again the people who were removed after the copy was made.
 */
export async function eraseAfterRestore(
  url: string,
  { files, backupArchive }: { files: Files; backupArchive: ArchivePlace | null },
): Promise<number> {
  const db = createDb(createPool(url, { max: 1, onError: () => undefined }))
  try {
    const erased = await eraseAgain({ db, files, config: { backupArchive } })
    await inTransaction(url, 'read write', forgetErasing)
    return erased
  } finally {
    await db.destroy()
  }
}
