import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { type Asked, attemptsOf } from '../devices/attempts-of.ts'
import { sendPasswordResetMail } from '../jobs.ts'
import { findByEmail } from './queries.ts'

/** Sends a link that sets a new password. Whoever asks learns nothing of whether there is such an account. */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  asked: Asked,
): Promise<void> {
  const { attempts } = await attemptsOf(deps, 'recover', asked)
  await deps.rateLimiter.begin(attempts, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, asked.email)
    if (account) await addJob(tx, sendPasswordResetMail, { userId: account.id })
  })
}
