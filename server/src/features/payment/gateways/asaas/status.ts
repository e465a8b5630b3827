import { PAYMENT_STATUS } from '#contract/payment-status.ts'

const { pending, receivedInCash, paid, confirmed, overdue, refunded, cancelled, refused } = PAYMENT_STATUS
const { reversed, awaiting, rejected } = PAYMENT_STATUS

const STATUS: Readonly<Record<string, number>> = {
  PENDING: pending,
  AWAITING_RISK_ANALYSIS: awaiting,
  AUTHORIZED: awaiting,
  OVERDUE: overdue,
  DUNNING_REQUESTED: overdue,
  CONFIRMED: confirmed,
  RECEIVED: paid,
  DUNNING_RECEIVED: paid,
  RECEIVED_IN_CASH: receivedInCash,
  // Paid until the money has gone back.
  REFUND_REQUESTED: paid,
  REFUND_IN_PROGRESS: paid,
  REFUNDED: refunded,
  CHARGEBACK_REQUESTED: reversed,
  CHARGEBACK_DISPUTE: reversed,
  AWAITING_CHARGEBACK_REVERSAL: awaiting,
}

interface ReportedPayment {
  status?: string | undefined
  deleted?: boolean | null | undefined
  chargeback?: { status?: string | null | undefined } | null | undefined
}

/** Whether the charge's money goes back because of a dispute: it is open, or was lost. */
export const isDisputed = ({ chargeback }: ReportedPayment): boolean =>
  Boolean(chargeback && chargeback.status !== 'REVERSED')

/** A charge's status as one of our 14 codes; null for a status that we do not know. */
export function statusOf(payment: ReportedPayment): number | null {
  const { status = '', deleted } = payment
  if (deleted) return cancelled
  const code = Object.hasOwn(STATUS, status) ? (STATUS[status] ?? null) : null
  // The refund of a disputed charge is the end of a lost dispute, not of a won one.
  return status.startsWith('REFUND_') && isDisputed(payment) ? reversed : code
}

/** Events that say nothing about the charge's status. A boleto's registration may end while the charge can still be paid. */
const WITHOUT_STATUS =
  /^PAYMENT_(CREATED|ANTICIPATED|BANK_SLIP_\w+|CHECKOUT_VIEWED|SPLIT_\w+|REFUND_\w+|PARTIALLY_REFUNDED)$/

/** The status that a message reports; null for none. Two are in the event's name only: the charge itself stays open. */
export function statusOfMessage(event: string, payment: ReportedPayment): number | null {
  if (event === 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED') return refused
  if (event === 'PAYMENT_REPROVED_BY_RISK_ANALYSIS') return rejected
  return WITHOUT_STATUS.test(event) ? null : statusOf(payment)
}
