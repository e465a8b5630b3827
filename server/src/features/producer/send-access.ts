import type { Deps } from '#server/deps.ts'
import { INVITATIONS_BY_USER } from '#server/features/organizer/jobs.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob, type Job } from '#server/lib/jobs.ts'

interface Access {
  caller: Caller
  account: { userId: number; blocked: boolean }
  job: Job
  entity: 'organizer' | 'producer' | 'user'
  entityId: number
  ip: string
}

/** Requests before the link is sent result in one message. Throws 409 for blocked accounts. */
export async function sendAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, account, job, entity, entityId, ip }: Access,
): Promise<void> {
  if (account.blocked)
    throw new AppError('state_changed', { message: 'Esta conta está bloqueada. Desbloqueie-a antes.' })
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const { userId } = account
  await transaction(deps.db, async (tx) => {
    await addJob(tx, job, { userId }, { jobKey: `access:${userId}` })
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: `${entity}.access_reset`,
      entityId,
      ip,
    })
  })
}
