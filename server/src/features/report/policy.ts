import { type Caller, may } from '#server/lib/auth.ts'

/** Access to an event's participants does not include its finances. */
export const seesFinances = (caller: Caller): boolean => may(caller, 'view-event-finances')
