import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/lib/db.ts'
import { REMOVED_NAME } from './domain/removed-person.ts'
import { emptyAccount } from './privacy/queries.ts'
import { hasActed, type WholeAccount } from './queries.ts'
import { deleteRole } from './roles/queries.ts'

/**
 * Takes a role away for good, and with the last one the account: e-mail, password, roles and sessions go, the row stays because others may
 * point at it. The name of one that was used stays too: the audit log tells by it who did what. The caller holds the account's lock and
 * audits.
 */
export async function removeRole(tx: Tx, account: WholeAccount, role: Role, at: Date): Promise<void> {
  if (account.roles.some((other) => other !== role)) return deleteRole(tx, account.id, role)
  const name = (await hasActed(tx, account.id)) ? account.name : REMOVED_NAME
  await emptyAccount(tx, account.id, { name, at })
}
