import type { IsoDate } from '#contract/dates.ts'
import { isOpen, isVoid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { graceEndsOn } from './due-date.ts'

const { pending, overdue, cancelled, expired, refused, rejected } = PAYMENT_STATUS

interface Known {
  status: number
  type: PaymentType
  dueOn: IsoDate | null
  /** The hours its place was held for are over. */
  isOut?: boolean
  /** Its charges were seen to be cancelled after it had ended. */
  isClosed: boolean
  /** In the banks' zone. */
  today: IsoDate
}

/** What a charge's status at the gateway means for the payment as we know it; null: nothing new. */
export function understood(payment: Known, heard: number | null): number | null {
  const { dueOn, today, isOut = false } = payment
  if (heard === cancelled) {
    // The echo of our own doing: a payment that is over had its charge cancelled by us…
    if (isVoid(payment.status)) return null
    // …and so has one whose time is over and whose end is being written at this moment.
    return isOut || (dueOn && graceEndsOn(payment.type, dueOn, true) < today) ? expired : cancelled
  }
  // What we have ended and is not cancelled there yet. Once it was, somebody has restored it.
  const isOver = payment.status === cancelled || payment.status === expired
  if (isOver && heard !== null && isOpen(heard) && !payment.isClosed) return null
  // Not every gateway has a word for it.
  const isWaiting = heard === pending || heard === refused || heard === rejected
  return isWaiting && (isOut || (dueOn && dueOn < today)) ? overdue : heard
}
