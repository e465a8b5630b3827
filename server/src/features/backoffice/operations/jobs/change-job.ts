import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { findJobTask, removeJob, rescheduleFailedJobs, rescheduleJob, wasHandled } from './queries.ts'

interface Change {
  caller: Caller
  jobId: number
  change: 'retried' | 'discarded'
  ip: string
}

/** Idempotent, also when the job is done. Throws 409 while it runs. */
export async function changeJob(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, jobId, change, ip }: Change,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const task = await findJobTask(tx, jobId)
    if (task === null) {
      if (await wasHandled(tx, jobId)) return
      throw new AppError('not_found', { message: 'Esta tarefa já terminou ou não existe.' })
    }
    const changed = change === 'retried' ? await rescheduleJob(tx, jobId) : await removeJob(tx, jobId)
    if (!changed) throw new AppError('state_changed', { message: 'Esta tarefa está sendo executada agora.' })
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: `job.${change}`,
      entityId: jobId,
      after: { task },
      ip,
    })
  })
}

/** Returns the number of retried jobs. */
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
      entityId: null,
      after: { retried },
      ip,
    })
    return retried
  })
}
