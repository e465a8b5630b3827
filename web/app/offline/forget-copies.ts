import { findDatabases } from '#web/storage/browser-storage.ts'

/** Name of the database that `copies.ts` uses. */
export const COPIES = 'largada-copies'

export function forgetCopies(): void {
  try {
    findDatabases()?.deleteDatabase(COPIES)
  } catch {
    // Storage is blocked, so there are no copies.
  }
}
