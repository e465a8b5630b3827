import { EVENT_STATUS } from '#contract/event/event-status.ts'

const OPEN_OR_CLOSED: readonly number[] = [EVENT_STATUS.closed, EVENT_STATUS.open]

/** People may only open and close events; null for any other change. */
export function switchedStatus(stored: number, asked: number): number | null {
  if (stored === asked) return stored
  return OPEN_OR_CLOSED.includes(stored) && OPEN_OR_CLOSED.includes(asked) ? asked : null
}

/** An expired event that was moved to a later day becomes closed, so that it can be opened again. */
export const revivedStatus = (status: number, eventOn: string, today: string): number =>
  status === EVENT_STATUS.expired && eventOn >= today ? EVENT_STATUS.closed : status
