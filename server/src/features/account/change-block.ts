import type { Tx } from '#server/lib/db.ts'
import { setBlock } from './queries.ts'
import { endSessions } from './session/queries.ts'

interface Block {
  blocked: boolean
  /** Given with a block. */
  reason: string | undefined
  at: Date
}

/**
 * Blocks an account and ends its sessions, or unblocks it; false when nothing is to be changed. The caller holds the account's lock and
 * audits.
 */
export async function changeBlock(
  tx: Tx,
  account: { id: number; blocked_at: Date | null },
  { blocked, reason, at }: Block,
): Promise<boolean> {
  if ((account.blocked_at !== null) === blocked) return false
  await setBlock(tx, account.id, blocked ? { at, reason: reason ?? null } : null, at)
  if (blocked) await endSessions(tx, account.id, at)
  return true
}
