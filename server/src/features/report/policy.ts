import { type Caller, may } from '#server/lib/auth.ts'

/** Seeing an event's participants does not include seeing its finances. */
export const seesFinances = (caller: Caller): boolean => may(caller, 'view-event-finances')
