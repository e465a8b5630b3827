import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { rescheduleFailedJobs } from './queries.ts'

/** Tries everything again that failed for good, after what it failed on was put right. Answers how many that were. */
export async function retryFailedJobs(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, ip }: { caller: Caller; ip: string },
): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const retried = await rescheduleFailedJobs(tx)
    if (retried === 0) return 0
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: 'job.all_retried',
      entity: 'job',
      entityId: null,
      after: { retried },
      ip,
    })
    return retried
  })
}
