import { toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from '#contract/payment-status.ts'

interface PaymentRow {
  type: number | null
  status: number | null
  amount_cents: number | null
  payment_link: string | null
  paid_at: Date | null
}

/** A payment as the list and the edit form show it; null when there is none. */
export function presentPayment({ type, status, amount_cents, payment_link, paid_at }: PaymentRow) {
  if (type === null || status === null || amount_cents === null) return null
  return {
    value: toDecimal(amount_cents),
    type,
    status: PAYMENT_STATUSES[status]?.word ?? 'desconhecido',
    status_code: status,
    payment_date: paid_at?.toISOString() ?? null,
    payment_link,
  }
}

export function presentStatus(code: number) {
  const status = REGISTRATION_STATUSES[code]
  return {
    status: status?.label ?? 'Desconhecido',
    status_code: code,
    status_color: status?.color ?? 'default',
  }
}
