import { findDatabases } from '../browser-storage.ts'

/** The database of the copies that `copies.ts` keeps. */
export const COPIES = 'largada-copies'

/** Deletes what is kept of the person on this device, and the key it is encrypted with. */
export function forgetCopies(): void {
  try {
    findDatabases()?.deleteDatabase(COPIES)
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}
