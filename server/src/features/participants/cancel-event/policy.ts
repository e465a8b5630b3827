import { type Caller, hasRole } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'

/**
 * Calling an event off gives all its money back and cannot be undone: that is the organizer's decision, not that of a realizador who may
 * open and close it. Throws 403.
 */
export function requireOwnEvent(caller: Caller): void {
  if (caller.organizer?.type === 1)
    throw new AppError('forbidden', { message: 'Só o organizador cancela um evento.' })
}

export const mayCancelPast = (caller: Caller): boolean => hasRole(caller, 'Admin', 'Empresa')
