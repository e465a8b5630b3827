import type { Deps } from '#server/deps.ts'
import { changeBlock } from '#server/features/account/change-block.ts'
import { markLinksUsed } from '#server/features/account/credentials/queries.ts'
import { updateUser } from '#server/features/account/queries.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockAccount } from './queries.ts'

interface Block {
  caller: Caller
  userId: number
  blocked: boolean
  reason: string | undefined
  ip: string
}

/** Ends the sessions; registrations stay. Idempotent. */
export async function blockAccount(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, userId, blocked, reason, ip }: Block,
): Promise<Date | null> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId)
    if (blocked && account.roles.some((role) => role !== 'Participante'))
      throw new AppError('organization_account', {
        message:
          'Esta conta também administra a plataforma ou uma organização e não pode ser bloqueada por aqui.',
      })
    if (!(await changeBlock(tx, account, { role: 'Participante', blocked, reason, at })))
      return account.blocked_at
    await auditUser(tx, blocked ? 'user.blocked' : 'user.unblocked', {
      at,
      userId,
      by: caller.userId,
      after: blocked ? { reason } : undefined,
      ip,
    })
    return blocked ? at : null
  })
}

/** Idempotent. */
export async function verifyAccountEmail(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, userId, ip }: { caller: Caller; userId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId)
    if (account.email_verified_at) return
    await markLinksUsed(tx, userId, ['verify_email'], at)
    await updateUser(tx, userId, { email_verified_at: at }, at)
    await auditUser(tx, 'user.email_verified_by_admin', { at, userId, by: caller.userId, ip })
  })
}
