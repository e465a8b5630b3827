import { formatDecimal } from '#contract/money.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'

type Cancellation = NonNullable<MyRegistration['cancellation']>

export const nextRefundWords = ({ from, refund }: NonNullable<Cancellation['next']>): string =>
  `A partir de ${from}, ${isFreeValue(refund) ? 'nada é devolvido' : `a devolução é de ${formatDecimal(refund)}`}.`

export const refundWords = ({ refund, next }: Cancellation): string =>
  [`Hoje, o cancelamento devolve ${formatDecimal(refund)}.`, ...(next ? [nextRefundWords(next)] : [])].join(
    ' ',
  )
