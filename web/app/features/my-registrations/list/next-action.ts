import { formatDecimal } from '#contract/money.ts'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import {
  isLinkShown,
  isPaid,
  isVoid,
  PAYMENT_STATUS,
  REGISTRATION_STATUS,
} from '#contract/payment/payment-status.ts'
import { MY_REGISTRATION_PATH, pathTo, RECEIPT_PATH } from '#web/paths.ts'

export interface NextAction {
  label: string
  short: string
  /** A path of this site, or the absolute URL of the payment page. */
  to: string
  isDue: boolean
}

const { pending, refused, rejected } = PAYMENT_STATUS
const PAYABLE: readonly number[] = [pending, refused, rejected]

export type Payable = NonNullable<RegistrationRow['event']['payment']> & {
  payment_link: string
  event: RegistrationRow['event']
}

/** The payment that its payer can and should make now, as a list of none or one. */
export function payableOf(row: RegistrationRow): Payable[] {
  const { payment } = row.event
  if (!payment || payment.payment_link === null || !PAYABLE.includes(payment.status_code)) return []
  if (row.is_over || row.lacks_bank_data || row.awaits_choice || row.credit_from !== null) return []
  return [{ ...payment, payment_link: payment.payment_link, event: row.event }]
}

/** On a phone, the card of a payment takes the place of its registrations' cards. */
export const isOnPaymentCard = (row: RegistrationRow): boolean => payableOf(row).length > 0

export function nextAction(row: RegistrationRow): NextAction {
  const { payment } = row.event
  const details = pathTo(MY_REGISTRATION_PATH, row.id)
  if (row.lacks_bank_data)
    return { label: 'Completar os dados da devolução', short: 'Completar', to: details, isDue: true }
  if (row.awaits_choice)
    return { label: 'Decidir sobre o valor pago', short: 'Decidir', to: details, isDue: true }
  const [payable] = payableOf(row)
  if (payable)
    return {
      label: `Pagar ${formatDecimal(payable.total)}`,
      short: 'Pagar',
      to: payable.payment_link,
      isDue: true,
    }
  if (payment && !row.is_over) {
    if (row.credit_from !== null && payment.payment_link !== null && PAYABLE.includes(payment.status_code))
      return { label: 'Usar o crédito', short: 'Usar o crédito', to: details, isDue: true }
    if (isVoid(payment.status_code) && row.status_code === REGISTRATION_STATUS.pending)
      return { label: 'Gerar novo pagamento', short: 'Pagar de novo', to: details, isDue: true }
  }
  if (!row.is_over && row.guardian && row.guardian.missing.length > 0)
    return { label: 'Assinar a autorização', short: 'Autorizar', to: details, isDue: true }
  if (hasReceipt(row))
    return { label: 'Ver comprovante', short: 'Comprovante', to: pathTo(RECEIPT_PATH, row.id), isDue: false }
  return { label: 'Ver inscrição', short: 'Ver inscrição', to: details, isDue: false }
}

const hasReceipt = ({ status_code }: RegistrationRow): boolean =>
  status_code === REGISTRATION_STATUS.confirmed

/** The target of the payment's icon: the receipt of a paid registration, otherwise the payment page; null without. */
export function paymentPath(row: RegistrationRow): string | null {
  const { payment } = row.event
  const link = payment?.payment_link
  if (!link || !isLinkShown(link, payment.status)) return null
  return hasReceipt(row) && isPaid(payment.status_code) ? pathTo(RECEIPT_PATH, row.id) : link
}

/** `faltam 14 dias`, `é amanhã`, `é hoje`; null for a past day. */
export function daysLeftWords(days: number): string | null {
  if (days < 0) return null
  if (days === 0) return 'é hoje'
  return days === 1 ? 'é amanhã' : `faltam ${days} dias`
}
