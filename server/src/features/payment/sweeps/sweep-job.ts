import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, type Job } from '#server/lib/jobs.ts'
import { GatewayUnavailable } from '../gateways/gateway.ts'

export interface SweepTask {
  paymentId: number
  run(): Promise<unknown>
}

/** Tasks at a time, each one gateway call: a compromise between throughput, gateway limits and database connections. */
const CONCURRENCY = 8
/** Tasks of a kind that a run lists. */
export const LIST_LIMIT = 5_000
/** A run stops after this time and enqueues the next one, so that a long backlog does not delay shutdown. */
const RUN_MS = 10_000
/** After this many consecutive `GatewayUnavailable` errors the sweep stops. */
const MAX_UNAVAILABLE = 10
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** After this many pauses in a row the sweep waits for its next cron run. */
const MAX_PAUSES = 8

export interface SweepResult {
  /** `more`: the time of a run was over, or its lists were full. `gateway_unavailable`: the sweep is to be retried after a pause. */
  remaining: 'none' | 'more' | 'gateway_unavailable'
  succeeded: number
}

/**
 * Runs tasks concurrently and independently: a task that throws is reported to `onError` and the others go on. An error thrown
 * by `onError` itself (the database is unavailable) ends the run.
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
  // Where every task fails, the next run would list the same again.
  if (remaining === 'none' && tasks.length >= LIST_LIMIT && succeeded > 0) remaining = 'more'
  return { remaining, succeeded }
}

const Progress = z.object({ pauses: z.int().default(0) })

/** Runs a sweep as a job that enqueues itself again: at once while work remains, with growing pauses while the gateway is unavailable. */
export function sweepJob(name: string, sweep: (deps: Deps) => Promise<SweepResult>): Job<typeof Progress> {
  const job = defineJob(name, Progress, async (deps, { pauses: before }) => {
    const { remaining, succeeded } = await sweep(deps)
    if (remaining === 'none') return
    const pauses = remaining === 'more' ? 0 : succeeded > 0 ? 1 : before + 1
    if (remaining === 'gateway_unavailable')
      deps.log.warn({ sweep: name, pauses }, 'the gateway is unavailable, the sweep pauses')
    if (pauses > MAX_PAUSES) return
    const pauseMs = pauses === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), LONGEST_PAUSE_MS)
    await transaction(deps.db, (tx) =>
      addJob(tx, job, { pauses }, { jobKey: name, runAt: new Date(Date.now() + pauseMs) }),
    )
  })
  return job
}
