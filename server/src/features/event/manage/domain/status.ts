/** 0 Inativo, 1 Ativo, 2 Expirado, 3 Cancelado. */
const OPEN_OR_CLOSED: readonly number[] = [0, 1]

/** Opening and closing is all a person does to an event's status; null when this step is none of that. */
export function switchedStatus(stored: number, wanted: number): number | null {
  if (stored === wanted) return stored
  return OPEN_OR_CLOSED.includes(stored) && OPEN_OR_CLOSED.includes(wanted) ? wanted : null
}

/** An expired race that was given a day to come is closed, no longer over: somebody may open it again. */
export const revivedStatus = (status: number, eventOn: string, today: string): number =>
  status === 2 && eventOn >= today ? 0 : status
