import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { type Caller, hasRole, may } from '#server/lib/auth.ts'

// `event/access` decides which events a caller may act on; these rules apply in addition.

/** A saved document contains the status; callers without this permission leave it unchanged. */
export const maySwitchStatus = (caller: Caller): boolean => may(caller, 'change-event-status')

/** A copy reveals everything in the original, including coupons. */
export const mayDuplicate = (caller: Caller): boolean =>
  may(caller, 'create-event') && may(caller, 'view-event')

/** Like cancelling an event, deletion is the organizer's decision, not a realizador's. */
export const mayDelete = (caller: Caller): boolean => caller.organizer?.type !== ORGANIZER_TYPE.producer

/** Deleting an event also deletes the setup fee that the platform charged for it. */
export const mayWaiveSetupFee = (caller: Caller): boolean => hasRole(caller, 'Admin', 'Empresa')

/** The draft of a new event is for those who may create it, that of an event for those who may edit it. */
export const mayEditDraft = (caller: Caller, eventId: number | null): boolean =>
  may(caller, eventId === null ? 'create-event' : 'edit-event')
