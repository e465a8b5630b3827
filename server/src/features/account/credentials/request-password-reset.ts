import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendPasswordResetMail } from '../jobs.ts'
import { LIMITS } from '../limits.ts'
import { findByEmail } from './queries.ts'

/** Sends a link that sets a new password. Whoever asks learns nothing of whether there is such an account. */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'rateLimiter'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  await deps.rateLimiter.consume(LIMITS.recoverByIp, ip)
  await deps.rateLimiter.consume(LIMITS.recoverAccount, email)
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, email)
    if (account) await addJob(tx, sendPasswordResetMail, { userId: account.id })
  })
}
