import type { IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import { holdsMoney, isOpen, PAYMENT_STATUS, REGISTRATION_STATUS } from '../payment/payment-status.ts'
import { PAYMENT_TYPE } from '../payment/payment-types.ts'
import { MINIMUM_CHARGE_CENTS } from '../pricing/price.ts'

/** A payment, or one registration's part of a shared payment. */
export interface PaymentShare {
  status: number
  /**
   * The amount after refunds. Refunds made at the gateway itself are not subtracted, because they must not be
   * charged again.
   */
  amountCents: Cents
  /** The payment pays again for something already paid, and therefore does not count. */
  isDuplicate: boolean
}

/** Disputed payments count, so that nothing is charged again while a dispute is open. */
export const paidCents = (payments: readonly PaymentShare[]): Cents =>
  payments
    .filter(({ status, isDuplicate }) => !isDuplicate && holdsMoney(status))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Each new payment extends the time for which the spot is held, so their number is limited. */
const MAX_PAYMENTS = 5

const { pending, refused, rejected } = PAYMENT_STATUS
/** Statuses in which no money can be in transit, unlike an overdue boleto or a payment under analysis. */
const REPLACEABLE: readonly number[] = [pending, refused, rejected]

interface Payable {
  status: number
  totalCents: Cents
  payments: readonly PaymentShare[]
  eventOn: IsoDate
  /** In the event's time zone. */
  today: IsoDate
}

/**
 * Whether the buyer may replace or add a payment, for this registration alone or with others. An open payment
 * that may have money in transit prevents it.
 */
export function canBePaidAnew({ status, totalCents, payments, eventOn, today }: Payable): boolean {
  if (status === REGISTRATION_STATUS.cancelled || today > eventOn) return false
  if (totalCents <= paidCents(payments)) return false
  const open = payments.filter((payment) => isOpen(payment.status))
  return (
    open.length === 0 ||
    (payments.length < MAX_PAYMENTS && open.every((payment) => REPLACEABLE.includes(payment.status)))
  )
}

/** Whether an open card payment may be replaced by one with another number of installments. */
export function mayChangeInstallments(
  registration: Omit<Payable, 'payments'> & {
    payments: readonly (PaymentShare & { type: number; installments: number })[]
  },
  wanted: { type: number; installments: number },
): boolean {
  const open = registration.payments.filter((payment) => isOpen(payment.status))
  return (
    wanted.type === PAYMENT_TYPE.card &&
    open.length > 0 &&
    open.every(
      ({ type, installments }) => type === PAYMENT_TYPE.card && installments !== wanted.installments,
    ) &&
    canBePaidAnew(registration)
  )
}

interface Renewable<Type extends number> extends Payable {
  /** `isByOther`: the captain of a group pays it. The buyer may pay with the same type instead. */
  payments: readonly (PaymentShare & { type: number; isByOther?: boolean })[]
  types: readonly Type[]
}

/**
 * The payment types for which the buyer may request a new payment (docs/algorithms/payment.md). Without an
 * open payment (the gateway refused the charge, or a difference expired) these are all types of the event.
 */
export function paymentChoices<Type extends number>(registration: Renewable<Type>): readonly Type[] {
  const { totalCents, payments, types } = registration
  if (!canBePaidAnew(registration)) return []
  if (totalCents - paidCents(payments) < MINIMUM_CHARGE_CENTS) return []
  const open = payments.filter((payment) => isOpen(payment.status))
  return types.filter((type) => open.every((payment) => payment.type !== type || payment.isByOther === true))
}
