import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'

/**
 * Only the organizer decides to refund all money of an event; a realizador may only open and close it. Throws
 * 403.
 */
export function requireOwnEvent(caller: Caller): void {
  if (caller.organizer?.type === ORGANIZER_TYPE.producer)
    throw new AppError('forbidden', { message: 'Só o organizador cancela um evento.' })
}

export const mayCancelPast = (caller: Caller): boolean => hasRole(caller, 'Admin', 'Empresa')
