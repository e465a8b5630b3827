import type { IsoDate } from '#contract/dates.ts'
import { isOpen, isVoid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { graceEndsOn } from './due-date.ts'

const { pending, overdue, cancelled, expired, refused, rejected } = PAYMENT_STATUS

interface KnownPayment {
  status: number
  type: PaymentType
  dueOn: IsoDate | null
  /** Its spot was held for hours, and they are over. */
  holdExpired?: boolean
  /** It had ended, and all its charges were seen cancelled after that. */
  isClosed: boolean
  /** In the banks' time zone. */
  today: IsoDate
}

/** The payment status that a charge's status at the gateway stands for; null when the payment need not change. */
export function interpretGatewayStatus(payment: KnownPayment, reported: number | null): number | null {
  const { dueOn, today, holdExpired = false } = payment
  if (reported === cancelled) {
    // We cancelled the charge of a payment that had ended…
    if (isVoid(payment.status)) return null
    // …or are ending one whose grace is over; the transaction that writes it has not committed yet.
    return holdExpired || (dueOn && graceEndsOn(payment.type, dueOn, true) < today) ? expired : cancelled
  }
  // Our cancellation is still on its way. Open after the payment was closed, the charge has been restored at the gateway.
  const hasEnded = payment.status === cancelled || payment.status === expired
  if (hasEnded && reported !== null && isOpen(reported) && !payment.isClosed) return null
  // Not every gateway has a status for overdue charges.
  const isWaiting = reported === pending || reported === refused || reported === rejected
  return isWaiting && (holdExpired || (dueOn && dueOn < today)) ? overdue : reported
}
