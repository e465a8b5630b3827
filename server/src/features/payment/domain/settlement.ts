import { isOpen, PAYMENT_STATUS } from '#contract/payment-status.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { type PaymentShare, paidCents } from '#contract/renew-payment.ts'

export interface SettledPayment extends PaymentShare {
  id: number
  type: number
}

export interface Settlement {
  /** Paid and not refunded. */
  paidCents: number
  owedCents: number
  creditCents: number
  /** Open payments whose amount or type differs from what is owed. */
  replaced: number[]
  /** The new payment to create; null when nothing is owed or an open payment already asks for it. */
  charge: { amountCents: number; type: number } | null
  /** Below the gateway's minimum charge. */
  isTooSmall: boolean
}

/** Which payments to replace and create so that a registration's open payments equal what it owes: docs/algorithms/payment.md. */
export function settlement(
  totalCents: number,
  payments: readonly SettledPayment[],
  /** Payment type of what is owed. */
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
