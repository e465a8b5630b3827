import { type Caller, may } from '#server/lib/auth.ts'

/** What an event takes in is not for everybody who sees its participants. */
export const seesFinances = (caller: Caller): boolean => may(caller, 'view-event-finances')
