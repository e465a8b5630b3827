/** Passed in `deps`, so that tests control the time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
