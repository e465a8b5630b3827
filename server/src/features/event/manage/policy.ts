import { type Caller, may } from '#server/lib/auth.ts'

// Which events a caller acts on at all is `producer/policy.ts`'s: everything here comes after that.

/** Saving the whole document also says its status: who may not switch it leaves it as it is. */
export const maySwitchStatus = (caller: Caller): boolean => may(caller, 'change-event-status')

/** A copy shows all there is in the original, coupons too. */
export const mayDuplicate = (caller: Caller): boolean =>
  may(caller, 'create-event') && may(caller, 'view-event')
