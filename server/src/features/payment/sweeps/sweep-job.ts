import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, type Job, RUN_MS } from '#server/lib/jobs.ts'
import { withCallShare } from '../gateways/call-quota.ts'
import { GatewayUnavailable } from '../gateways/gateway.ts'

export interface SweepTask {
  paymentId: number
  run(): Promise<unknown>
}

/** Concurrent gateway calls: a compromise between throughput, gateway limits and connections. */
const CONCURRENCY = 8
/** Tasks of one kind in a run. */
export const LIST_LIMIT = 5_000
/** Consecutive `GatewayUnavailable` errors after which the sweep stops. */
const MAX_UNAVAILABLE = 10
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** Consecutive pauses after which the sweep waits for its next cron run. */
const MAX_PAUSES = 8

export interface SweepResult {
  /**
   * `more`: the time limit or the maximum number of tasks was reached. `gateway_unavailable`: retry after a
   * pause.
   */
  remaining: 'none' | 'more' | 'gateway_unavailable'
  succeeded: number
}

/**
 * Runs tasks concurrently; an error is reported to `onError` and the others continue. An error thrown by
 * `onError` itself (the database is unavailable) ends the run.
 */
export async function runTasks(
  tasks: readonly SweepTask[],
  onError: (task: SweepTask, error: unknown) => Promise<void>,
): Promise<SweepResult> {
  const endsAt = performance.now() + RUN_MS
  let next = 0
  let succeeded = 0
  let unavailable = 0
  let remaining: SweepResult['remaining'] = 'none'

  async function work(): Promise<void> {
    for (;;) {
      if (unavailable >= MAX_UNAVAILABLE) {
        remaining = 'gateway_unavailable'
        return
      }
      const task = tasks[next]
      if (!task) return
      if (performance.now() > endsAt) {
        remaining = 'more'
        return
      }
      next += 1
      try {
        await task.run()
        succeeded += 1
        unavailable = 0
      } catch (error) {
        unavailable = error instanceof GatewayUnavailable ? unavailable + 1 : 0
        await onError(task, error)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  // If every task failed, the next run would list the same ones again.
  if (remaining === 'none' && tasks.length >= LIST_LIMIT && succeeded > 0) remaining = 'more'
  return { remaining, succeeded }
}

const Progress = z.object({ pauses: z.int().default(0) })

/**
 * The job enqueues itself again: immediately while work remains, with growing delays while the gateway is
 * unavailable.
 */
export function sweepJob(name: string, sweep: (deps: Deps) => Promise<SweepResult>): Job<typeof Progress> {
  const job = defineJob(name, Progress, async (deps, { pauses: before }) => {
    const { remaining, succeeded } = await withCallShare('sweep', () => sweep(deps))
    if (remaining === 'none') return
    const pauses = remaining === 'more' ? 0 : succeeded > 0 ? 1 : before + 1
    if (remaining === 'gateway_unavailable')
      deps.log.warn({ sweep: name, pauses }, 'the gateway is unavailable, the sweep pauses')
    if (pauses > MAX_PAUSES) return
    const pauseMs = pauses === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), LONGEST_PAUSE_MS)
    const runAt = new Date(deps.clock.now().getTime() + pauseMs)
    await transaction(deps.db, (tx) => addJob(tx, job, { pauses }, { jobKey: name, runAt }))
  })
  return job
}
