import type { IsoDate } from './dates.ts'
import { REGISTRATION_STATUS } from './payment-status.ts'

interface Cancellable {
  status: number
  /** Whether the registration has a payment, in any status; a free registration has none, also when it had one before it became free. */
  hasPayment: boolean
  registrationEndsOn: IsoDate
  /** The date in the event's time zone. */
  today: IsoDate
}

/**
 * Whether the buyer may cancel a registration: during the event's registration period, if it is pending or free (specification page 2
 * §4). The screen and the server apply the same rule.
 */
export function canCancel({ status, hasPayment, registrationEndsOn, today }: Cancellable): boolean {
  if (today > registrationEndsOn) return false
  return status === REGISTRATION_STATUS.pending || (status === REGISTRATION_STATUS.confirmed && !hasPayment)
}
