import { EMAIL_TAKEN } from '#contract/account/email-verification.ts'
import { STAFF_ROLES, type StaffInput, type StaffRole } from '#contract/backoffice/staff.ts'
import type { Deps } from '#server/deps.ts'
import { changeBlock, isBlockedAs } from '#server/features/account/change-block.ts'
import { createInvited } from '#server/features/account/create-user.ts'
import {
  confirmPassword,
  requireSamePassword,
} from '#server/features/account/credentials/require-password.ts'
import { lockAccounts, type WholeAccount } from '#server/features/account/queries.ts'
import { removeRole } from '#server/features/account/remove-account.ts'
import { INVITATIONS_BY_USER } from '#server/features/organizer/jobs.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hasEnterprise } from '../organizers/queries.ts'
import { sendStaffInvitation } from './jobs.ts'
import { getStaff, isStaffEmail } from './queries.ts'

/** An account belongs either to Admin or to one enterprise. Throws 422 by field, also for the password. */
export async function createStaff(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, input, ip }: { caller: Caller; input: StaffInput; ip: string },
): Promise<number> {
  const { name, email, role, enterprise_id, current_password: password } = input
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const enterpriseId = role === 'Empresa' ? (enterprise_id ?? null) : null
  if (enterpriseId !== null && !(await hasEnterprise(deps.db, enterpriseId)))
    throw invalidField('enterprise_id', 'Empresa não encontrada.')
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    await requireSamePassword(tx, caller.userId, proof)
    if (await isStaffEmail(tx, email)) throw invalidField('email', EMAIL_TAKEN)
    const id = await createInvited(tx, { name, email, role, enterpriseId, at })
    await addJob(tx, sendStaffInvitation, { userId: id })
    await auditUser(tx, 'user.created', {
      at,
      userId: id,
      by: caller.userId,
      after: { name, role, enterprise_id: enterpriseId },
      ip,
    })
    return id
  })
}

interface Change {
  caller: Caller
  userId: number
  ip: string
}

/** Ends the sessions unless the account has other roles. Idempotent. */
export async function blockStaff(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, userId, blocked, reason, ip }: Change & { blocked: boolean; reason: string | undefined },
): Promise<Date | null> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const { account, role } = await lockStaff(tx, caller, userId)
    if (!(await changeBlock(tx, account, { role, blocked, reason, at })))
      return (await getStaff(tx, userId)).blocked_at
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

/** Other roles of the account stay, and the audit log keeps the name. */
export async function removeStaff(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, userId, reason, ip }: Change & { reason: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { account, role } = await lockStaff(tx, caller, userId)
    await removeRole(tx, account, role, at)
    const before = { name: account.name, role }
    await auditUser(tx, 'user.removed', { at, userId, by: caller.userId, before, after: { reason }, ip })
  })
}

/**
 * Users cannot remove their own access. Of two administrators who remove each other, the second gets an error,
 * so that one always remains. Throws 401, 404, 409.
 */
async function lockStaff(
  tx: Tx,
  caller: Caller,
  userId: number,
): Promise<{ account: WholeAccount; role: StaffRole }> {
  if (userId === caller.userId)
    throw new AppError('state_changed', {
      message: 'Esta é a sua própria conta. Peça a outro administrador.',
    })
  const accounts = await lockAccounts(tx, [userId, caller.userId])
  const own = accounts.find(({ id }) => id === caller.userId)
  // Checked under the lock, because the caller may have been blocked or removed while waiting.
  if (!own?.roles.includes('Admin') || own.anonymized_at || isBlockedAs(own, 'Admin'))
    throw new AppError('unauthenticated')
  const account = accounts.find(({ id }) => id === userId)
  const role = STAFF_ROLES.find((one) => account?.roles.includes(one))
  if (!account || !role || account.anonymized_at)
    throw new AppError('not_found', { message: 'Usuário não encontrado.' })
  return { account, role }
}
