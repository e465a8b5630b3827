import type { Waiting } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { verifyEmailChange } from '../email-change/follow-links.ts'
import { sendVerificationMail } from '../jobs.ts'
import { attemptsOf, type Requester } from '../limits.ts'
import { updateUser } from '../queries.ts'
import { findByEmail, lockLink, markLinksUsed } from './queries.ts'

/** The response is the same whether or not the account exists. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  asked: Requester,
  { waiting_event, waiting_alert }: Waiting,
): Promise<void> {
  const { attempts } = await attemptsOf(deps, 'resend', asked)
  await deps.rateLimiter.recordAttempts(attempts, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const account = await findByEmail(tx, asked.email)
    if (account && !account.verified)
      await addJob(tx, sendVerificationMail, {
        userId: account.id,
        waitingEvent: waiting_event,
        waitingAlert: waiting_alert,
      })
  })
}

type Outcome = 'verified' | 'taken' | 'dead'

/** For a new account or a changed e-mail. Idempotent, because mail clients open links before people do. */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'clock'>,
  { token, ip }: { token: string; ip: string },
): Promise<Outcome> {
  const tokenHash = hashToken(token)
  return (await verifyFirst(deps, { tokenHash, ip }))
    ? 'verified'
    : verifyEmailChange(deps, { tokenHash, ip })
}

async function verifyFirst(
  deps: Pick<Deps, 'db' | 'clock'>,
  { tokenHash, ip }: { tokenHash: Buffer; ip: string },
): Promise<boolean> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const link = await lockLink(tx, 'verify_email', tokenHash)
    if (!link) return false
    if (link.email_verified_at) return true
    if (link.used_at || link.expires_at <= at) return false
    await markVerified(tx, { userId: link.user_id, at, ip })
    return true
  })
}

/** The owner followed a link in an e-mail. */
async function markVerified(
  tx: Tx,
  { userId, at, ip }: { userId: number; at: Date; ip: string },
): Promise<void> {
  await markLinksUsed(tx, userId, ['verify_email'], at)
  await updateUser(tx, userId, { email_verified_at: at }, at)
  await auditUser(tx, 'user.email_verified', { at, userId, ip })
}
