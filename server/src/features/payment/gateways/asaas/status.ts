import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'

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
  // The payment counts as paid until the money was returned.
  REFUND_REQUESTED: paid,
  REFUND_IN_PROGRESS: paid,
  REFUNDED: refunded,
  CHARGEBACK_REQUESTED: reversed,
  CHARGEBACK_DISPUTE: reversed,
  AWAITING_CHARGEBACK_REVERSAL: awaiting,
}

/** The statuses of an open dispute, and of a won one whose money has not come back. */
export const DISPUTE_STATUSES = [
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
] as const

interface ReportedPayment {
  status?: string | undefined
  deleted?: boolean | null | undefined
  chargeback?: { status?: string | null | undefined } | null | undefined
}

/** Statuses of a dispute that we won; a lost one ends as `DISPUTE_LOST`. */
const WON = new Set(['REVERSED', 'DONE'])

/** In an open or lost dispute. */
export const isDisputed = ({ chargeback }: ReportedPayment): boolean =>
  Boolean(chargeback && !WON.has(chargeback.status ?? ''))

/** Null for an unknown status. */
export function statusOf(payment: ReportedPayment): number | null {
  const { status = '', deleted } = payment
  if (deleted) return cancelled
  const code = Object.hasOwn(STATUS, status) ? (STATUS[status] ?? null) : null
  // A refund of a charge in dispute means that the dispute was lost.
  return status.startsWith('REFUND_') && isDisputed(payment) ? reversed : code
}

/** Events that say nothing about the status; a boleto's registration may end while it can still be paid. */
const WITHOUT_STATUS =
  /^PAYMENT_(CREATED|ANTICIPATED|BANK_SLIP_\w+|CHECKOUT_VIEWED|SPLIT_\w+|REFUND_\w+|PARTIALLY_REFUNDED)$/

/** Null for none. Two statuses are only in the event's name, because the charge itself stays open. */
export function statusOfMessage(event: string, payment: ReportedPayment): number | null {
  if (event === 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED') return refused
  if (event === 'PAYMENT_REPROVED_BY_RISK_ANALYSIS') return rejected
  return WITHOUT_STATUS.test(event) ? null : statusOf(payment)
}
