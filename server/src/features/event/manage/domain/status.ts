export const CLOSED = 0
export const OPEN = 1
export const EXPIRED = 2
export const CANCELLED = 3
const OPEN_OR_CLOSED: readonly number[] = [CLOSED, OPEN]

/** The status after a person asked for one: they open and close events, anything else is refused with null. */
export function switchedStatus(stored: number, asked: number): number | null {
  if (stored === asked) return stored
  return OPEN_OR_CLOSED.includes(stored) && OPEN_OR_CLOSED.includes(asked) ? asked : null
}

/** An expired event moved to a later day is closed instead, so that it may be opened again. */
export const revivedStatus = (status: number, eventOn: string, today: string): number =>
  status === EXPIRED && eventOn >= today ? CLOSED : status
