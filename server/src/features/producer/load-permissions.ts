import { PERMISSIONS } from '#contract/roles.ts'
import type { Db } from '#server/lib/db.ts'
import { upsertCatalogue } from './permissions/queries.ts'

/** Runs at every start: adds new ones, updates descriptions, deletes none. */
export async function loadPermissions(db: Db): Promise<void> {
  const permissions = Object.entries(PERMISSIONS).map(([name, description]) => ({ name, description }))
  await upsertCatalogue(db, permissions)
}
