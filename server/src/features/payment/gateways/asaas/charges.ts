import { dayIn, instantIn } from '#contract/dates.ts'
import { isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import type { Charge, GatewayRefund, Installment } from '../gateway.ts'
import type { AsaasPayment } from './protocol.ts'
import { splitOf } from './splits.ts'
import { isDisputed, statusOf } from './status.ts'

/* Our charge is one payment at Asaas, or an installment plan (docs/algorithms/installments.md). */

/** Installment plans have UUIDs, payments `pay_…`. */
export const isPlan = (chargeId: string): boolean => /^[0-9a-f]{8}-/.test(chargeId)

export const chargeIdOf = ({ id, installment }: { id: string; installment?: string | null | undefined }) =>
  installment ?? id

/** In the order of the payments. */
export const toCharges = (payments: readonly AsaasPayment[], now: Date): Charge[] =>
  [...Map.groupBy(payments, chargeIdOf)].map(([id, own]) => toCharge(id, own, now))

export function toCharge(id: string, payments: readonly AsaasPayment[], now: Date): Charge {
  const known = payments
    .map((payment) => ({ payment, status: knownStatus(payment) }))
    .toSorted((a, b) => numberOf(a.payment) - numberOf(b.payment))
  const standing = known.filter(({ status }) => status !== PAYMENT_STATUS.cancelled)
  const counted = standing.length > 0 ? standing : known
  const first = counted[0]?.payment
  if (!first) throw new Error('a charge has at least one payment')
  const status = planStatus(known.map((one) => one.status))
  const installments = counted.map(({ payment, status }) => toInstallment(payment, status))
  const splitCents = splitOf(counted.map(({ payment }) => payment))
  const fees = installments.map(({ feeCents }) => feeCents)
  return {
    id,
    externalReference: first.externalReference ?? '',
    status,
    amountCents: installments.reduce((sum, { amountCents }) => sum + amountCents, 0),
    paidAt: paidAt(first, now),
    paymentLink: first.invoiceUrl,
    ...(first.bankSlipUrl && { boletoPdfUrl: first.bankSlipUrl }),
    feeCents:
      isPaid(status) && !fees.includes(null) ? fees.reduce((sum, fee) => (sum ?? 0) + (fee ?? 0), 0) : null,
    ...(isPlan(id) && { installments }),
    disputed: payments.some(isDisputed),
    ...(splitCents !== undefined && { splitCents }),
  }
}

const numberOf = ({ installmentNumber }: AsaasPayment): number => installmentNumber ?? 1

export function knownStatus(payment: AsaasPayment): number {
  const status = statusOf(payment)
  if (status === null) throw new Error(`Asaas reports the unknown status ${payment.status}`)
  return status
}

const { cancelled, reversed, awaiting, refunded, overdue, pending, confirmed, paid } = PAYMENT_STATUS

/** Deleted payments are ignored, and refunded ones unless all are refunded. */
export function planStatus(statuses: readonly number[]): number {
  const standing = statuses.filter((status) => status !== cancelled)
  const held = standing.filter((status) => status !== refunded)
  if (standing.length === 0) return cancelled
  for (const status of [reversed, awaiting]) if (held.includes(status)) return status
  if (held.length === 0) return refunded
  for (const status of [overdue, pending, confirmed, paid]) if (held.includes(status)) return status
  return held[0] ?? pending
}

const toInstallment = (payment: AsaasPayment, status: number): Installment => ({
  number: numberOf(payment),
  amountCents: Math.round((payment.originalValue ?? payment.value) * 100),
  feeCents:
    (isPaid(status) || status === refunded) && payment.netValue
      ? Math.round((payment.value - payment.netValue) * 100)
      : null,
  isCredited: status === paid,
})

/** Asaas reports only the day: the last minute of a past day, or null for today (the current time). */
function paidAt({ clientPaymentDate, confirmedDate, paymentDate }: AsaasPayment, now: Date): Date | null {
  const day = clientPaymentDate ?? confirmedDate ?? paymentDate
  return day && day < dayIn(BANK_ZONE, now) ? instantIn(BANK_ZONE, day, '23:59') : null
}

/** The parts of one of our refunds are combined; their sum is without cancelled parts. */
export function toPlanRefunds(
  lists: readonly { paymentId: string; refunds: readonly GatewayRefund[] }[],
): GatewayRefund[] {
  const parts = lists.flatMap(({ paymentId, refunds }) =>
    refunds.map((refund) => ({ ...refund, id: `${paymentId}/${refund.id}` })),
  )
  return [...Map.groupBy(parts, ({ id, reference }) => reference ?? id)].map(([key, own]) => {
    const standing = own.filter(({ status }) => status !== 'cancelled')
    const counted = standing.length > 0 ? standing : own
    const unfinished = counted.find(({ status }) => status !== 'done')
    const last = unfinished ?? counted.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1)
    if (!last) throw new Error('a refund has at least one part')
    return {
      ...last,
      id: `${key}/${standing.length > 0 ? '' : 'cancelled-'}${own.length - standing.length}`,
      amountCents: counted.reduce((sum, { amountCents }) => sum + amountCents, 0),
    }
  })
}

const timeOf = ({ doneAt }: GatewayRefund): number => doneAt?.getTime() ?? 0

/** The payments of a plan to refund, from the last one on; null when less than the amount is left. */
export function refundParts(
  payments: readonly { payment: AsaasPayment; refunds: readonly GatewayRefund[] }[],
  amountCents: number,
): { paymentId: string; amountCents: number }[] | null {
  let left = amountCents
  const parts = payments
    .filter(({ payment }) => isPaid(knownStatus(payment)))
    .toSorted((a, b) => numberOf(b.payment) - numberOf(a.payment))
    .map(({ payment, refunds }) => {
      const gone = refunds.filter(({ status }) => status !== 'cancelled')
      const rest =
        Math.round(payment.value * 100) - gone.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const part = Math.min(left, rest)
      left -= part
      return { paymentId: payment.id, amountCents: part }
    })
  return left > 0 ? null : parts.filter((part) => part.amountCents > 0)
}
