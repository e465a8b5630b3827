import type { IsoDate } from '#contract/dates.ts'
import { isOpen, isVoid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { graceEndsOn } from './due-date.ts'

const { pending, overdue, cancelled, expired, refused, rejected } = PAYMENT_STATUS

interface KnownPayment {
  status: number
  type: PaymentType
  dueOn: IsoDate | null
  /** The spot was held for some hours instead of until the due date, and that time is over. */
  holdExpired?: boolean
  /** The gateway confirmed, after the payment had ended, that all its charges are cancelled. */
  isClosed: boolean
  /** Today in the banks' time zone. */
  today: IsoDate
}

/** Converts a charge's status to the one that the payment should have; null when nothing changes. */
export function interpretGatewayStatus(payment: KnownPayment, reported: number | null): number | null {
  const { dueOn, today, holdExpired = false } = payment
  if (reported === cancelled) {
    // Our own cancellation of the charge of an ended payment.
    if (isVoid(payment.status)) return null
    // An expiry sweep may be cancelling this charge; its transaction has not committed yet.
    return holdExpired || (dueOn && graceEndsOn(payment.type, dueOn, true) < today) ? expired : cancelled
  }
  // Our cancellation is in progress. After the payment was closed, an open charge was restored at the
  // gateway.
  const hasEnded = payment.status === cancelled || payment.status === expired
  if (hasEnded && reported !== null && isOpen(reported) && !payment.isClosed) return null
  // Not every gateway has a status for overdue charges.
  const isWaiting = reported === pending || reported === refused || reported === rejected
  return isWaiting && (holdExpired || (dueOn && dueOn < today)) ? overdue : reported
}
