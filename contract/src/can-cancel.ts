import type { IsoDate } from './dates.ts'
import type { Cents } from './money.ts'
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

interface CancellableByStaff extends Cancellable {
  /** What was paid and can go back; 0 while a payment is disputed. */
  refundableCents: Cents
  isAdmin: boolean
}

export interface StaffCancellation {
  /** What goes back; 0 when nothing was paid. */
  refundCents: Cents
  needsReason: boolean
}

/**
 * How staff may cancel a registration; null when they may not. What nothing was paid for follows the buyer's rule. What was paid for is
 * cancelled with a refund, after the registration period only by Admin and with a reason (docs/decisions.md, "Registering and paying").
 */
export function staffCancellation(registration: CancellableByStaff): StaffCancellation | null {
  const { status, refundableCents, registrationEndsOn, today, isAdmin } = registration
  if (status === REGISTRATION_STATUS.cancelled) return null
  if (refundableCents === 0) return canCancel(registration) ? { refundCents: 0, needsReason: false } : null
  const isLate = today > registrationEndsOn
  return isLate && !isAdmin ? null : { refundCents: refundableCents, needsReason: isLate }
}
