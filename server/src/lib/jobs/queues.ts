import type { JobQueue } from '#contract/backoffice/operations.ts'

interface QueueRules {
  /** Number of jobs that one process runs at a time, and takes from the queue in one statement. */
  slots: number
  /** After this time a job counts as failed, frees its slot and is retried. */
  timeLimitMs: number
}

/** Limits exceed the sum of the timeouts within a job. */
export const JOB_QUEUES: Readonly<Record<JobQueue, QueueRules>> = {
  // Jobs that run at the same time share their statements. Asaas' client limits its calls itself.
  money: { slots: 192, timeLimitMs: 60_000 },
  mail: { slots: 64, timeLimitMs: 120_000 },
  upkeep: { slots: 3, timeLimitMs: 15 * 60_000 },
}

export interface QueueState {
  state: 'running' | 'restarting'
  since: Date
}

/** Empty when the process runs no jobs. */
export type QueueStates = Map<JobQueue, QueueState>
