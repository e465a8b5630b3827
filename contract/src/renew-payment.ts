import type { IsoDate } from './dates.ts'
import type { Cents } from './money.ts'
import { isOpen, isPaid, PAYMENT_STATUS, REGISTRATION_STATUS } from './payment-status.ts'
import { MINIMUM_CHARGE_CENTS } from './price.ts'

/** A payment of a registration, or the part of it that is for this one. */
export interface PaymentShare {
  status: number
  amountCents: Cents
  /** Paid a second time: it counts for nothing. */
  isDuplicate: boolean
}

/** What was paid and is there, a disputed payment included: nobody pays again while that is open. */
export const paidCents = (payments: readonly PaymentShare[]): Cents =>
  payments
    .filter(
      ({ status, isDuplicate }) => !isDuplicate && (isPaid(status) || status === PAYMENT_STATUS.reversed),
    )
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

interface Renewable {
  status: number
  totalCents: Cents
  payments: readonly PaymentShare[]
  eventOn: IsoDate
  /** The day where the race is. */
  today: IsoDate
}

/**
 * Whether its runner may ask for another payment: the registration stands, something is owed for it, and nothing can be paid, because
 * the gateway refused to make the charge or a difference was left to expire (docs/algorithms/payment.md).
 */
export function canRenewPayment({ status, totalCents, payments, eventOn, today }: Renewable): boolean {
  if (status === REGISTRATION_STATUS.cancelled || today > eventOn) return false
  if (payments.some((payment) => isOpen(payment.status))) return false
  return totalCents - paidCents(payments) >= MINIMUM_CHARGE_CENTS
}
