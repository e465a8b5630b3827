import type { Tx } from '#server/lib/db.ts'
import { REMOVED_NAME } from './domain/removed-person.ts'
import { emptyAccount } from './privacy/queries.ts'
import { hasActed } from './queries.ts'

/**
 * Takes an account away for good: e-mail, password, roles and sessions go, the row stays because others may point at it. The name of one
 * that was used stays too: the audit log tells by it who did what. The caller holds the account's lock and audits.
 */
export async function removeAccount(tx: Tx, account: { id: number; name: string }, at: Date): Promise<void> {
  const name = (await hasActed(tx, account.id)) ? account.name : REMOVED_NAME
  await emptyAccount(tx, account.id, { name, at })
}
