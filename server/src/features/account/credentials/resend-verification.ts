import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendVerificationMail } from '../jobs.ts'
import { LIMITS } from '../limits.ts'
import { findByEmail } from './queries.ts'

/** Sends the verification once more. Whoever asks learns nothing of whether there is such an account. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'rateLimiter'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  await deps.rateLimiter.consume(LIMITS.resendByIp, ip)
  await deps.rateLimiter.consume(LIMITS.resendToAccount, email)
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, email)
    if (account && !account.verified) await addJob(tx, sendVerificationMail, { userId: account.id })
  })
}
