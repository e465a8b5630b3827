import type { Lane } from '#contract/backoffice/operations.ts'

interface LaneRules {
  /** How many of its jobs one process runs at a time. */
  slots: number
  /** After so long a job counts as failed, gives its slot away and is tried again later. */
  timeLimitMs: number
}

/**
 * Jobs run in lanes of their own, so that what hangs in one holds up no other: a mail server that never answers keeps nobody's charge
 * waiting. The limits are longer than what a job does may take by its own time-outs.
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

/** How the job runner of this process does, lane by lane; empty where none runs. */
export type LaneStates = Map<Lane, LaneState>
