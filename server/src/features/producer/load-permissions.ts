import { PERMISSIONS } from '#contract/roles.ts'
import type { Db } from '#server/lib/db.ts'
import { upsertCatalogue } from './permissions/queries.ts'

/**
 * Writes the contract's permissions to the database at each start: new ones are added, descriptions updated, none
 * deleted.
 */
export async function loadPermissions(db: Db): Promise<void> {
  const permissions = Object.entries(PERMISSIONS).map(([name, description]) => ({ name, description }))
  await upsertCatalogue(db, permissions)
}
