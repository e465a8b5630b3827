import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { requirePassword, requireSamePassword } from '../credentials/require-password.ts'
import { removeFiles } from '../jobs.ts'
import { lockAccounts } from '../queries.ts'
import {
  anonymizeRegistrations,
  anonymizeUser,
  hasRegistrationAhead,
  lockRegistrations,
  selectRegistrationIds,
  takeAnswerFiles,
} from './queries.ts'

/**
 * Deletes the personal data of an account and of the registrations it is responsible for; orders and payments stay,
 * anonymous. Throws 409 while a registration for a coming event is active, and for accounts with another role than
 * participant.
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
    await lockRegistrations(tx, userId)
    const [leaver] = await lockAccounts(tx, [userId])
    if (!leaver || leaver.anonymized_at) throw new AppError('unauthenticated')
    await requireSamePassword(tx, userId, proof)
    if (leaver.roles.some((role) => role !== 'Participante')) throw new AppError('organization_account')
    if (await hasRegistrationAhead(tx, userId, at)) throw new AppError('active_registrations')

    const registrationIds = await selectRegistrationIds(tx, userId)
    const answerFiles = await takeAnswerFiles(tx, userId, registrationIds)
    await anonymizeRegistrations(tx, registrationIds, at)
    await auditUser(tx, 'user.deleted', { at, userId })
    await anonymizeUser(tx, userId, at)

    const paths = [leaver.image_path, leaver.document_path, ...answerFiles].filter((path) => path !== null)
    if (paths.length > 0) await addJob(tx, removeFiles, { paths })
  })
}
