import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/lib/db.ts'
import { REMOVED_NAME } from './domain/removed-person.ts'
import { noteErasure } from './privacy/erasures.ts'
import { emptyAccount } from './privacy/queries.ts'
import { hasActed, type WholeAccount } from './queries.ts'
import { deleteRole } from './roles/queries.ts'

/**
 * With the last role, empties the account; its name stays if the audit log shows it. The caller holds the
 * account's lock and writes the audit log.
 */
export async function removeRole(tx: Tx, account: WholeAccount, role: Role, at: Date): Promise<void> {
  if (account.roles.some((other) => other !== role)) return deleteRole(tx, account.id, role)
  const keepsName = await hasActed(tx, account.id)
  await emptyAccount(tx, account.id, { name: keepsName ? account.name : REMOVED_NAME, at })
  await noteErasure(tx, { account: account.id, registrations: [], keeps_name: keepsName, at })
}
