import type { Lane } from '#contract/backoffice/operations.ts'

interface LaneRules {
  /** Concurrent jobs of one process. */
  slots: number
  /** A job that takes longer counts as failed, frees its slot and is retried. */
  timeLimitMs: number
}

/**
 * Jobs run in separate lanes, so that a hanging mail server does not delay charges. The time limits are longer than the sum of
 * the timeouts within a job.
 */
export const LANES: Readonly<Record<Lane, LaneRules>> = {
  money: { slots: 4, timeLimitMs: 60_000 },
  mail: { slots: 2, timeLimitMs: 90_000 },
  upkeep: { slots: 3, timeLimitMs: 15 * 60_000 },
}

export interface LaneState {
  state: 'running' | 'restarting'
  since: Date
}

/** The state of each lane of this process; empty when it runs no jobs. */
export type LaneStates = Map<Lane, LaneState>
