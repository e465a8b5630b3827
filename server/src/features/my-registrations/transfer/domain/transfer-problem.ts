import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { isWaiting } from '#server/features/payment/domain/plan-balance.ts'

interface Transferring {
  status: number
  eventStatus: number
  /** Null: runners do not transfer registrations. */
  until: IsoDate | null
  /** Null: from the start. */
  from: IsoDate | null
  eventOn: IsoDate
  /** In the event's time zone. */
  today: IsoDate
  /** How often it was transferred, and may be. */
  done: number
  most: number
  /** The price includes a discount that the organizer excludes. */
  hasExcludedDiscount: boolean
  isCancellationRequested: boolean
  payments: readonly { status: number }[]
}

/** Why a registration cannot be transferred now; null: it is possible. */
export function transferProblem(transferring: Transferring): string | null {
  const { status, eventStatus, until, from, today, payments } = transferring
  if (status === REGISTRATION_STATUS.cancelled) return 'Uma inscrição cancelada não pode ser transferida.'
  if (eventStatus === EVENT_STATUS.cancelled) return 'Este evento foi cancelado.'
  if (until === null) return 'Neste evento, inscrições não são transferidas.'
  if (from !== null && today < from) return 'As transferências deste evento ainda não começaram.'
  if (today > until || today > transferring.eventOn) return 'O prazo para transferir a inscrição terminou.'
  if (transferring.done >= transferring.most)
    return 'Esta inscrição já foi transferida, e este evento não permite outra vez.'
  if (transferring.hasExcludedDiscount)
    return 'Neste evento, uma inscrição com este desconto não pode ser transferida.'
  if (transferring.isCancellationRequested) return 'O pedido de cancelamento desta inscrição espera resposta.'
  if (payments.some((payment) => payment.status === PAYMENT_STATUS.reversed))
    return 'O pagamento está em contestação no banco.'
  if (status === REGISTRATION_STATUS.pending || payments.some((payment) => isWaiting(payment.status)))
    return 'Há um pagamento em aberto. A inscrição pode ser transferida depois dele.'
  return null
}
