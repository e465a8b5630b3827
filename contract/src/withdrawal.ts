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

/** Of an enterprise that set nothing. */
export const DEFAULT_WITHDRAWAL: WithdrawalRule = { days: 7, endsDaysBefore: 1 }

export interface Withdrawable {
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

/** Something was paid that may go back: of a disputed payment nothing does, because its money is with the bank. */
export const mayBeRefunded = ({
  status,
  paidCents,
  isDisputed,
}: Pick<Withdrawable, 'status' | 'paidCents' | 'isDisputed'>): boolean =>
  status !== REGISTRATION_STATUS.cancelled && paidCents > 0 && !isDisputed

/** Until when the buyer of a paid registration may withdraw and gets everything back; null when they may not. */
export function withdrawalOf(registration: Withdrawable): { until: IsoDate; amountCents: Cents } | null {
  const { paidCents, paidOn, eventOn, today, rule } = registration
  if (!mayBeRefunded(registration) || paidOn === null) return null
  const lastDays = [addDays(paidOn, rule.days), addDays(eventOn, -rule.endsDaysBefore)]
  const until = lastDays.toSorted()[0] ?? paidOn
  return today <= until ? { until, amountCents: paidCents } : null
}

const countedDays = (days: number) => `${days} ${days === 1 ? 'dia' : 'dias'}`

/** The right of withdrawal in one sentence, for whoever buys. */
export function withdrawalSentence({ days, endsDaysBefore }: WithdrawalRule): string {
  const limit =
    endsDaysBefore === 0 ? 'até o dia do evento' : `até ${countedDays(endsDaysBefore)} antes do evento`
  return `Em até ${countedDays(days)} depois do pagamento, e ${limit}, você pode desistir e receber tudo de volta (Código de Defesa do Consumidor, art. 49).`
}
