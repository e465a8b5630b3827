import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, type Job } from '#server/lib/jobs.ts'
import { GatewayAway } from '../gateways/gateway.ts'

/** One payment's part of a round. */
export interface Task {
  paymentId: number
  run(): Promise<unknown>
}

/** Tasks at a time, and so calls at the gateway: enough for a backlog, few enough for a gateway's limits and our connections. */
const AT_ONCE = 8
/** A run ends after this time and the next one follows, so that nothing waits long for the job or for the process to stop. */
const RUN_MS = 10_000
/** This many in a row whom the gateway did not serve: it is away. */
const AWAY_AFTER = 10
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** Then the clock starts the next round anyway. */
const MOST_PAUSES = 8

/** `more`: out of time, the next run goes on. `away`: the gateway does not serve anybody, to be asked again after a pause. */
export interface RoundEnd {
  left: 'nothing' | 'more' | 'away'
  /** How many tasks succeeded. */
  done: number
}

/**
 * Does each task on its own: one that fails is told to `failed` and stops no other. Ends early when the time of a run is over or the
 * gateway is away. What `failed` throws ends it, too: then it is the database that is away.
 */
export async function workThrough(
  tasks: readonly Task[],
  failed: (task: Task, error: unknown) => Promise<void>,
): Promise<RoundEnd> {
  const endsAt = performance.now() + RUN_MS
  let next = 0
  let done = 0
  let unserved = 0
  let left: RoundEnd['left'] = 'nothing'

  async function work(): Promise<void> {
    for (;;) {
      if (unserved >= AWAY_AFTER) {
        left = 'away'
        return
      }
      const task = tasks[next]
      if (!task) return
      if (performance.now() > endsAt) {
        left = 'more'
        return
      }
      next += 1
      try {
        await task.run()
        done += 1
        unserved = 0
      } catch (error) {
        unserved = error instanceof GatewayAway ? unserved + 1 : 0
        await failed(task, error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { left, done }
}

const Progress = z.object({ pauses: z.int().default(0) })

/** A round as a job: goes on at once while there is more to do, and after growing pauses while the gateway is away. */
export function roundJob(name: string, round: (deps: Deps) => Promise<RoundEnd>): Job<typeof Progress> {
  const job = defineJob(name, Progress, async (deps, { pauses: before }) => {
    const { left, done } = await round(deps)
    if (left === 'nothing') return
    const pauses = left === 'more' ? 0 : done > 0 ? 1 : before + 1
    if (left === 'away') deps.log.warn({ round: name, pauses }, 'the gateway is away, a round waits for it')
    if (pauses > MOST_PAUSES) return
    const pauseMs = pauses === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), LONGEST_PAUSE_MS)
    await transaction(deps.db, (tx) =>
      addJob(tx, job, { pauses }, { jobKey: name, runAt: new Date(Date.now() + pauseMs) }),
    )
  })
  return job
}
