import { addDays, type IsoDate } from './dates.ts'
import type { Cents } from './money.ts'
import { REGISTRATION_STATUS } from './payment-status.ts'

/** The text that stands beside the settings. */
export const WITHDRAWAL_LAW =
  'Código de Defesa do Consumidor, art. 49: o consumidor pode desistir do contrato, no prazo de 7 dias a contar de sua assinatura ou do ato de recebimento do produto ou serviço, sempre que a contratação ocorrer fora do estabelecimento comercial. Os valores eventualmente pagos, a qualquer título, durante o prazo de reflexão, serão devolvidos, de imediato, monetariamente atualizados.'

export interface WithdrawalRule {
  /** The last day, counted from the day of the payment. */
  days: number
  /** But not later than so many days before the race. */
  endsDaysBefore: number
}

export const DEFAULT_WITHDRAWAL: WithdrawalRule = { days: 7, endsDaysBefore: 1 }

interface Withdrawable {
  status: number
  /** What was paid and is not refunded. */
  paidCents: Cents
  isDisputed: boolean
  /** The day of the first payment, in the event's time zone; null when nothing was paid. */
  paidOn: IsoDate | null
  eventOn: IsoDate
  /** The date in the event's time zone. */
  today: IsoDate
  rule: WithdrawalRule
}

/** Until when the buyer of a paid registration may withdraw and gets everything back; null when they may not. */
export function withdrawalOf(registration: Withdrawable): { until: IsoDate; amountCents: Cents } | null {
  const { status, paidCents, isDisputed, paidOn, eventOn, today, rule } = registration
  if (status === REGISTRATION_STATUS.cancelled || paidCents <= 0 || isDisputed || paidOn === null) return null
  const lastDays = [addDays(paidOn, rule.days), addDays(eventOn, -rule.endsDaysBefore)]
  const until = lastDays.toSorted()[0] ?? paidOn
  return today <= until ? { until, amountCents: paidCents } : null
}
