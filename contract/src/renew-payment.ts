import type { IsoDate } from './dates.ts'
import type { Cents } from './money.ts'
import { holdsMoney, isOpen, PAYMENT_STATUS, REGISTRATION_STATUS } from './payment-status.ts'
import { MINIMUM_CHARGE_CENTS } from './price.ts'

/** A payment of a registration, or this registration's part of a shared payment. */
export interface PaymentShare {
  status: number
  /** Less what was refunded of it, unless that was done at the gateway directly: it is not asked for again. */
  amountCents: Cents
  /** Whether it repeats another payment and so does not count. */
  isDuplicate: boolean
}

/** The amount paid and not returned. Disputed payments count, so that nothing is charged again while a dispute is open. */
export const paidCents = (payments: readonly PaymentShare[]): Cents =>
  payments
    .filter(({ status, isDuplicate }) => !isDuplicate && holdsMoney(status))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

const CARD = 2

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
  /** The date in the event's time zone. */
  today: IsoDate
}

/**
 * Whether the buyer may pay this registration by another payment, of its own or shared: it is not cancelled, something is owed, and no
 * open payment may have money in transit.
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

/**
 * Whether an open payment by card may be replaced by one in another number of installments. How many the event allows for what is owed is
 * another question.
 */
export function mayChangeInstallments(
  registration: Omit<Payable, 'payments'> & {
    payments: readonly (PaymentShare & { type: number; installments: number })[]
  },
  wanted: { type: number; installments: number },
): boolean {
  const open = registration.payments.filter((payment) => isOpen(payment.status))
  return (
    wanted.type === CARD &&
    open.length > 0 &&
    open.every(({ type, installments }) => type === CARD && installments !== wanted.installments) &&
    canBePaidAnew(registration)
  )
}

interface Renewable<Type extends number> extends Payable {
  payments: readonly (PaymentShare & { type: number })[]
  /** The payment types that the event accepts. */
  types: readonly Type[]
}

/**
 * Returns the payment types for which the buyer may request a new payment. There are none when the registration is cancelled or
 * nothing is owed. Without an open payment, because the gateway refused the charge or a difference expired, these are all types of the
 * event; otherwise those other than the open payment's (docs/algorithms/payment.md).
 */
export function paymentChoices<Type extends number>(registration: Renewable<Type>): readonly Type[] {
  const { totalCents, payments, types } = registration
  if (!canBePaidAnew(registration)) return []
  if (totalCents - paidCents(payments) < MINIMUM_CHARGE_CENTS) return []
  const open = payments.filter((payment) => isOpen(payment.status))
  return types.filter((type) => open.every((payment) => payment.type !== type))
}
