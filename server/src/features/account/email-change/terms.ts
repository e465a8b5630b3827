const HOUR_MS = 3_600_000

/** So long the link to the new address works. */
export const VERIFY_HOURS = 24
/** So long the old address can undo a change, and nobody else can have it. */
const UNDO_DAYS = 7

/** A change asked for before then waits no more. */
export const pendingSince = (now: Date) => new Date(now.getTime() - VERIFY_HOURS * HOUR_MS)
export const undoUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * 24 * HOUR_MS)
