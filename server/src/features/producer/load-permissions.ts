import { PERMISSIONS } from '#contract/roles.ts'
import type { Db } from '#server/lib/db.ts'
import { upsertCatalogue } from './permissions/queries.ts'

/** Brings the catalogue of the contract into the database, at each start: new ones appear, words are renewed, none goes. */
export async function loadPermissions(db: Db): Promise<void> {
  const permissions = Object.entries(PERMISSIONS).map(([name, description]) => ({ name, description }))
  await upsertCatalogue(db, permissions)
}
