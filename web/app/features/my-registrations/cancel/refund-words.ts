import { formatDecimal } from '#contract/money.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue, isPaid } from '#contract/payment/payment-status.ts'
import { refundDuration } from '#contract/payment/refund.ts'

type Cancellation = NonNullable<MyRegistration['cancellation']>

export const nextRefundWords = ({ from, refund }: NonNullable<Cancellation['next']>): string =>
  `A partir de ${from}, ${isFreeValue(refund) ? 'nada é devolvido' : `a devolução é de ${formatDecimal(refund)}`}.`

/** When the money of each paid payment arrives. */
export function arrivalWords({ payments, cancellation }: MyRegistration): string[] {
  const types = new Set(payments.filter(({ status_code }) => isPaid(status_code)).map(({ type }) => type))
  return [
    ...(cancellation?.needs_approval ? ['A devolução começa quando a organização aprova o pedido.'] : []),
    ...[...types].map(refundDuration),
  ]
}

export const refundWords = ({ refund, next }: Cancellation): string =>
  [`Hoje, o cancelamento devolve ${formatDecimal(refund)}.`, ...(next ? [nextRefundWords(next)] : [])].join(
    ' ',
  )
