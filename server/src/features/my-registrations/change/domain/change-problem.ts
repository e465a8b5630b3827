import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { isWaiting } from '#server/features/payment/domain/plan-balance.ts'

interface Changing {
  status: number
  eventStatus: number
  /** Null: runners do not change registrations themselves. */
  until: IsoDate | null
  eventOn: IsoDate
  /** In the event's time zone. */
  today: IsoDate
  isCancellationRequested: boolean
  payments: readonly { status: number }[]
}

/** Why a runner cannot change a registration now; null: it is possible. */
export function changeProblem(changing: Changing): string | null {
  const { status, eventStatus, until, eventOn, today, payments } = changing
  if (status === REGISTRATION_STATUS.cancelled) return 'Uma inscrição cancelada não pode ser alterada.'
  if (eventStatus === EVENT_STATUS.cancelled) return 'Este evento foi cancelado.'
  if (until === null) return 'Neste evento, alterações são feitas pela organização.'
  if (today > until || today > eventOn) return 'O prazo para alterar a inscrição terminou.'
  if (changing.isCancellationRequested) return 'O pedido de cancelamento desta inscrição espera resposta.'
  if (payments.some((payment) => payment.status === PAYMENT_STATUS.reversed))
    return 'O pagamento está em contestação no banco.'
  if (status === REGISTRATION_STATUS.pending || payments.some((payment) => isWaiting(payment.status)))
    return 'Há um pagamento em aberto. Pague-o, ou desista da alteração, antes de pedir outra.'
  return null
}
