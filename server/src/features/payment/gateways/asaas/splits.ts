import type { Cents } from '#contract/money.ts'
import type { AsaasPayment } from './protocol.ts'

/** Nothing was sent to the wallet, or all of it came back. Any other status counts as sent. */
const NOT_SENT = new Set(['CANCELLED', 'REFUSED', 'REFUNDED', 'BLOCKED_BY_VALUE_DIVERGENCE'])

const centsOf = (value: number): Cents => Math.round(value * 100)
const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, cents) => sum + cents, 0)
const standingRefunds = ({ refunds }: AsaasPayment) =>
  (refunds ?? []).filter(({ status }) => status !== 'CANCELLED')

/** What the wallet of each split has or will have of a payment. */
const standingSplits = (payment: AsaasPayment): { id: string; cents: Cents }[] =>
  (payment.split ?? []).map(({ id, status, totalValue, fixedValue }) => {
    if (NOT_SENT.has(status ?? '')) return { id, cents: 0 }
    const returned = standingRefunds(payment)
      .flatMap(({ refundedSplits }) => refundedSplits ?? [])
      .filter((part) => part.id === id)
    const sent = centsOf(totalValue ?? fixedValue ?? 0)
    return { id, cents: Math.max(0, sent - sumOf(returned.map(({ value }) => centsOf(value)))) }
  })

/** Undefined when a payment of the charge does not report its splits. */
export function splitOf(payments: readonly AsaasPayment[]): Cents | undefined {
  if (!payments.every(({ split }) => split)) return undefined
  return sumOf(payments.flatMap(standingSplits).map(({ cents }) => cents))
}

/**
 * How much of a refund comes from each wallet, in proportion to what each has of the rest of the payment.
 * Undefined without splits, and for a refund of the whole payment, which Asaas takes from the wallets by
 * itself.
 */
export function splitRefundsOf(
  payment: AsaasPayment,
  amountCents: Cents,
): { id: string; value: number }[] | undefined {
  const charged = centsOf(payment.value)
  if (amountCents === charged) return undefined
  const left = charged - sumOf(standingRefunds(payment).map(({ value }) => centsOf(value)))
  const parts = standingSplits(payment)
    .map(({ id, cents }) => ({ id, cents: Math.floor((cents * amountCents) / left) }))
    .filter(({ cents }) => cents > 0)
  return parts.length > 0 ? parts.map(({ id, cents }) => ({ id, value: cents / 100 })) : undefined
}
