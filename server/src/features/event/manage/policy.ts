import { type Caller, hasRole, may } from '#server/lib/auth.ts'

// Which events a caller acts on at all is `producer/policy.ts`'s: everything here comes after that.

/** Saving the whole document also says its status: who may not switch it leaves it as it is. */
export const maySwitchStatus = (caller: Caller): boolean => may(caller, 'change-event-status')

/** A copy shows all there is in the original, coupons too. */
export const mayDuplicate = (caller: Caller): boolean =>
  may(caller, 'create-event') && may(caller, 'view-event')

/** Like calling an event off, the organizer's decision, not that of a realizador who works on it. */
export const mayDelete = (caller: Caller): boolean => caller.organizer?.type !== 1

/** What the platform charged for an event goes with it. */
export const mayWaiveSetupFee = (caller: Caller): boolean => hasRole(caller, 'Admin', 'Empresa')
