import { isDatabaseError } from '#server/lib/errors.ts'
import { inTransaction, noteBackup } from './queries.ts'

/** The errors of a database from before 1.0, which lacks the constraint or the table. */
const UNKNOWN_THERE = new Set(['23514', '42P01'])

/**
 * Stores that a backup was made and verified: an alert watches its age. A database from before 1.0, which is
 * copied to be restored, has no place for it.
 */
export async function recordBackup(databaseUrl: string): Promise<void> {
  try {
    await inTransaction(databaseUrl, 'read write', noteBackup)
  } catch (error) {
    if (!(isDatabaseError(error) && UNKNOWN_THERE.has(error.code ?? ''))) throw error
  }
}
