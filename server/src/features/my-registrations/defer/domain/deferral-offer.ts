import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { isWaiting } from '#server/features/payment/domain/plan-balance.ts'

interface Deferring {
  status: number
  eventStatus: number
  /** Null: runners do not defer. */
  until: IsoDate | null
  eventOn: IsoDate
  /** In the event's time zone. */
  today: IsoDate
  isCancellationRequested: boolean
  payments: readonly { status: number }[]
  paidCents: Cents
  isDisputed: boolean
  feeCents: Cents
  /** The registration was itself paid with the credit of a deferral. */
  isDeferred: boolean
  /** The captain of a group paid, whose money is not the runner's to move. */
  isByCaptain: boolean
}

/** The credit for which a registration can be exchanged now, or why it cannot. */
export function deferralOffer(deferring: Deferring): { creditCents: Cents } | { problem: string } {
  const { status, until, today, eventOn, payments, paidCents, feeCents } = deferring
  const because = (problem: string) => ({ problem })
  if (deferring.eventStatus === EVENT_STATUS.cancelled) return because('Este evento foi cancelado.')
  if (until === null) return because('Neste evento, não é possível adiar a inscrição.')
  if (today > until || today >= eventOn) return because('O prazo para adiar a inscrição terminou.')
  if (deferring.isDeferred) return because('Esta inscrição já foi adiada uma vez.')
  if (deferring.isCancellationRequested)
    return because('O pedido de cancelamento desta inscrição espera resposta.')
  if (deferring.isDisputed) return because('O pagamento está em contestação no banco.')
  if (deferring.isByCaptain) return because('Quem pagou por esta inscrição foi outra pessoa.')
  if (status !== REGISTRATION_STATUS.confirmed || payments.some((payment) => isWaiting(payment.status)))
    return because('Só uma inscrição paga, sem pagamento em aberto, pode ser adiada.')
  const creditCents = paidCents - feeCents
  return creditCents > 0 ? { creditCents } : because('O que foi pago não passa da taxa de adiamento.')
}
