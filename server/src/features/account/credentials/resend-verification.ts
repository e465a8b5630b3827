import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { type Asked, attemptsOf } from '../devices/attempts-of.ts'
import { sendVerificationMail } from '../jobs.ts'
import { findByEmail } from './queries.ts'

/** Sends the verification once more. Whoever asks learns nothing of whether there is such an account. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  asked: Asked,
): Promise<void> {
  const { attempts } = await attemptsOf(deps, 'resend', asked)
  await deps.rateLimiter.begin(attempts, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, asked.email)
    if (account && !account.verified) await addJob(tx, sendVerificationMail, { userId: account.id })
  })
}
