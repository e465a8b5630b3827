import { addDays, type IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { isWaiting } from '#server/features/payment/domain/plan-balance.ts'

interface Sale {
  registrationEndsOn: IsoDate
  eventOn: IsoDate
}

/** The last day on which somebody can buy a returned place. On the next day it is the runner's again. */
export const lastSaleDay = ({ registrationEndsOn, eventOn }: Sale): IsoDate => {
  const dayBefore = addDays(eventOn, -1)
  return registrationEndsOn < dayBefore ? registrationEndsOn : dayBefore
}

interface Returning extends Sale {
  status: number
  eventStatus: number
  /** Null: runners do not return places. */
  until: IsoDate | null
  /** In the event's time zone. */
  today: IsoDate
  isCancellationRequested: boolean
  payments: readonly { status: number }[]
  paidCents: Cents
  isDisputed: boolean
  /** A place of a relay team is sold with the others only. */
  isInTeam: boolean
  feeCents: Cents
}

/** What is refunded once somebody buys the place, or why it cannot be returned. */
export function returnOffer(returning: Returning): { refundCents: Cents } | { problem: string } {
  const { status, until, today, payments, paidCents, feeCents } = returning
  const because = (problem: string) => ({ problem })
  if (returning.eventStatus === EVENT_STATUS.cancelled) return because('Este evento foi cancelado.')
  if (until === null) return because('Neste evento, vagas não são devolvidas.')
  if (today > until) return because('O prazo para devolver a vaga terminou.')
  if (returning.eventStatus !== EVENT_STATUS.open || today > lastSaleDay(returning))
    return because('As inscrições deste evento estão encerradas: ninguém compraria a vaga.')
  if (returning.isInTeam)
    return because('Quem corre em equipe não devolve a vaga: transfira a inscrição a outra pessoa.')
  if (returning.isCancellationRequested)
    return because('O pedido de cancelamento desta inscrição espera resposta.')
  if (returning.isDisputed) return because('O pagamento está em contestação no banco.')
  if (status !== REGISTRATION_STATUS.confirmed || payments.some((payment) => isWaiting(payment.status)))
    return because('Só a vaga de uma inscrição paga, sem pagamento em aberto, pode ser devolvida.')
  const refundCents = paidCents - feeCents
  return refundCents > 0 ? { refundCents } : because('O que foi pago não passa da taxa de devolução.')
}
