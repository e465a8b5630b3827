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

/**
 * Retries a job at once with all its attempts, or discards it. Idempotent: a job already retried or discarded and gone
 * is no error. Throws 409 while the job runs.
 */
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
      entity: 'job',
      entityId: jobId,
      after: { task },
      ip,
    })
  })
}

/** Retries all jobs that used up their attempts; returns how many. */
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
