import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'

/** A payout concerns all events of the organizer, while a realizador has access to some. Throws 403. */
export function requireOwnOrganizer(caller: Caller): number {
  if (caller.organizer?.type !== ORGANIZER_TYPE.organizer)
    throw new AppError('forbidden', { message: 'Só o organizador vê e pede os repasses.' })
  return caller.organizer.id
}

/** Money leaves only with the consent of two different accounts. */
export const isSecondPerson = (caller: Caller, payout: { requested_by_user_id: number }): boolean =>
  caller.userId !== payout.requested_by_user_id
