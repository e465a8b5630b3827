import type { IsoDate } from './dates.ts'
import { REGISTRATION_STATUS } from './payment-status.ts'

interface Cancellable {
  status: number
  /** Any payment at all, whatever its status; a free registration has none. */
  hasPayment: boolean
  registrationEndsOn: IsoDate
  /** The day where the race is. */
  today: IsoDate
}

/**
 * Whether a registration may be cancelled: while the event's registration window lasts, when nothing was paid for it (pending) or there
 * was nothing to pay (specification page 2 §4). Asked for the screen and again when it happens.
 */
export function canCancel({ status, hasPayment, registrationEndsOn, today }: Cancellable): boolean {
  if (today > registrationEndsOn) return false
  return status === REGISTRATION_STATUS.pending || (status === REGISTRATION_STATUS.confirmed && !hasPayment)
}
