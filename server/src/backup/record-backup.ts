import { inTransaction, noteBackup } from './queries.ts'

/** Stores that a backup was made and verified: an alert watches its age. */
export const recordBackup = (databaseUrl: string): Promise<void> =>
  inTransaction(databaseUrl, 'read write', noteBackup)
