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

/** Each new payment has its own time, and the place is held as long: nobody goes on for ever. */
const MOST_PAYMENTS = 5

const { pending, refused, rejected } = PAYMENT_STATUS
/** Nothing is on its way: past due, a boleto may be, and what is under analysis is. */
const CHANGEABLE: readonly number[] = [pending, refused, rejected]

interface Renewable<Type extends number> {
  status: number
  totalCents: Cents
  payments: readonly (PaymentShare & { type: number })[]
  /** The payment types the event takes. */
  types: readonly Type[]
  eventOn: IsoDate
  /** The day where the race is. */
  today: IsoDate
}

/**
 * The types in which its runner may ask for another payment; none unless the registration stands and something is owed for it. When
 * nothing can be paid, because the gateway refused to make the charge or a difference was left to expire, any of the event's;
 * else another than what waits to be paid (docs/algorithms/payment.md).
 */
export function paymentChoices<Type extends number>({
  status,
  totalCents,
  payments,
  types,
  eventOn,
  today,
}: Renewable<Type>): readonly Type[] {
  if (status === REGISTRATION_STATUS.cancelled || today > eventOn) return []
  if (totalCents - paidCents(payments) < MINIMUM_CHARGE_CENTS) return []
  const open = payments.filter((payment) => isOpen(payment.status))
  if (open.length === 0) return types
  if (payments.length >= MOST_PAYMENTS || !open.every((payment) => CHANGEABLE.includes(payment.status)))
    return []
  return types.filter((type) => open.every((payment) => payment.type !== type))
}
