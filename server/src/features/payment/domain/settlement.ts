import { isOpen, PAYMENT_STATUS } from '#contract/payment-status.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { type PaymentShare, paidCents } from '#contract/renew-payment.ts'

export interface SettledPayment extends PaymentShare {
  id: number
  type: number
}

export interface Settlement {
  /** What was paid for it and is there. */
  paidCents: number
  owedCents: number
  creditCents: number
  /** Open payments that ask for something else than what is owed. */
  replaced: number[]
  /** What is still to be charged; null when nothing is, or an open payment asks for just that. */
  charge: { amountCents: number; type: number } | null
  /** What is owed is less than a gateway takes. */
  isTooSmall: boolean
}

/** What is to happen to a registration's payments so that they ask for what it costs: docs/algorithms/payment.md. */
export function settlement(
  totalCents: number,
  payments: readonly SettledPayment[],
  /** How what is owed is to be paid. */
  type: number,
): Settlement {
  const counted = payments.filter(({ isDuplicate }) => !isDuplicate)
  const paid = paidCents(payments)
  const owedCents = Math.max(0, totalCents - paid)
  const waiting = counted.filter(({ status }) => isOpen(status) || status === PAYMENT_STATUS.failed)
  const kept = waiting.find(
    (payment) => isOpen(payment.status) && payment.amountCents === owedCents && payment.type === type,
  )
  const isTooSmall = owedCents > 0 && owedCents < MINIMUM_CHARGE_CENTS
  return {
    paidCents: paid,
    owedCents,
    creditCents: Math.max(0, paid - totalCents),
    replaced: waiting.filter((payment) => payment !== kept).map(({ id }) => id),
    charge: owedCents > 0 && !kept && !isTooSmall ? { amountCents: owedCents, type } : null,
    isTooSmall,
  }
}
