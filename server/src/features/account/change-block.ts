import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/lib/db.ts'
import { setBlock, type WholeAccount } from './queries.ts'
import { setRoleBlock } from './roles/queries.ts'
import { endSessions } from './session/queries.ts'

interface Block {
  /** The role to block; the account's other roles stay usable. */
  role: Role
  blocked: boolean
  reason: string | undefined
  at: Date
}

export const isBlockedAs = (account: WholeAccount, role: Role): boolean =>
  account.blocked_at !== null || account.blockedRoles.includes(role)

/**
 * Blocks the whole account and ends its sessions if this is its only role. Returns whether anything changed.
 * The caller holds the account's lock and writes the audit log.
 */
export async function changeBlock(
  tx: Tx,
  account: WholeAccount,
  { role, blocked, reason, at }: Block,
): Promise<boolean> {
  if (isBlockedAs(account, role) === blocked) return false
  const block = blocked ? { at, reason: reason ?? null } : null
  const isShared = blocked ? account.roles.some((other) => other !== role) : account.blocked_at === null
  if (isShared) {
    await setRoleBlock(tx, account.id, role, block)
    return true
  }
  await setBlock(tx, account.id, block, at)
  if (blocked) await endSessions(tx, account.id, at)
  return true
}
