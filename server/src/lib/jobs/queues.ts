import type { JobQueue } from '#contract/backoffice/operations.ts'

interface QueueRules {
  /** Number of jobs that one process runs at a time. */
  slots: number
  /** Number of jobs that one statement takes from the queue, at least `slots`. */
  fetched: number
  /** After this time a job counts as failed, frees its slot and is retried. */
  timeLimitMs: number
}

/** Limits exceed the sum of the timeouts within a job. */
export const JOB_QUEUES: Readonly<Record<JobQueue, QueueRules>> = {
  // Its jobs mostly wait for the gateway, and those that run at the same time share their statements.
  money: { slots: 16, fetched: 32, timeLimitMs: 60_000 },
  mail: { slots: 8, fetched: 32, timeLimitMs: 90_000 },
  upkeep: { slots: 3, fetched: 3, timeLimitMs: 15 * 60_000 },
}

export interface QueueState {
  state: 'running' | 'restarting'
  since: Date
}

/** Empty when the process runs no jobs. */
export type QueueStates = Map<JobQueue, QueueState>
