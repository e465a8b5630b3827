import type { IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import { REGISTRATION_STATUS } from '../payment/payment-status.ts'

interface Cancellable {
  status: number
  /** True for a payment in any status; false for a registration that became free. */
  hasPayment: boolean
  registrationEndsOn: IsoDate
  today: IsoDate
}

/** During the registration period, if it is pending or free (specification page 2 §4). */
export function canCancel({ status, hasPayment, registrationEndsOn, today }: Cancellable): boolean {
  if (today > registrationEndsOn) return false
  return status === REGISTRATION_STATUS.pending || (status === REGISTRATION_STATUS.confirmed && !hasPayment)
}

interface CancellableByStaff extends Cancellable {
  /** 0 while a payment is disputed. */
  refundableCents: Cents
  isAdmin: boolean
}

export interface StaffCancellation {
  refundCents: Cents
  needsReason: boolean
}

/**
 * Null when staff may not cancel. The buyer's rule applies when there is nothing to refund; after the
 * registration period only Admin may cancel a paid registration (docs/decisions/participants.md).
 */
export function staffCancellation(registration: CancellableByStaff): StaffCancellation | null {
  const { status, refundableCents, registrationEndsOn, today, isAdmin } = registration
  if (status === REGISTRATION_STATUS.cancelled) return null
  if (refundableCents === 0) return canCancel(registration) ? { refundCents: 0, needsReason: false } : null
  const isLate = today > registrationEndsOn
  return isLate && !isAdmin ? null : { refundCents: refundableCents, needsReason: isLate }
}
