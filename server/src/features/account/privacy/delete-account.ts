import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { requirePassword, requireSamePassword } from '../credentials/require-password.ts'
import { lockAccounts } from '../queries.ts'
import { forgetPerson } from './forget-person.ts'
import { listRegistrationsAhead, lockRegistrations, selectRegistrationIds } from './queries.ts'

/**
 * Orders and payments stay, anonymous. Throws 409 for active coming registrations, for money that may still go back
 * and for other roles.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  password: string,
): Promise<void> {
  const proof = await requirePassword(deps, caller, password, 'password')
  const { userId } = caller
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const person = { userId, cpf: null }
    await lockRegistrations(tx, person)
    const [account] = await lockAccounts(tx, [userId])
    if (!account || account.anonymized_at) throw new AppError('unauthenticated')
    await requireSamePassword(tx, userId, proof)
    if (account.roles.some((role) => role !== 'Participante')) throw new AppError('organization_account')
    const registrationIds = await selectRegistrationIds(tx, person)
    const ahead = await listRegistrationsAhead(tx, registrationIds, at)
    if (ahead.length > 0) throw new AppError('active_registrations')
    await auditUser(tx, 'user.deleted', { at, userId })
    await forgetPerson(tx, { account, registrationIds, at })
  })
}
