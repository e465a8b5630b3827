import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { type Confirmation, confirmedTransaction } from '../confirm.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { deletePasskey } from './queries.ts'

/** Throws 422 on `current_password` and `code`, 404 when the account has no such passkey. */
export const removePasskey = (
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter' | 'secrets'>,
  { passkeyId, ...confirmation }: Confirmation & { passkeyId: number },
): Promise<void> =>
  confirmedTransaction(deps, confirmation, async (tx, at) => {
    const { caller, ip } = confirmation
    const { userId } = caller
    if (!(await deletePasskey(tx, userId, passkeyId))) throw new AppError('not_found')
    await addJob(tx, sendSecondFactorMail, { userId, what: 'passkey_removed' })
    await auditUser(tx, 'user.passkey_removed', { at, userId, ip })
  })
