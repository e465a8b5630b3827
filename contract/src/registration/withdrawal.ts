import { addDays, type IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import { REGISTRATION_STATUS } from '../payment/payment-status.ts'

/** The text of the law, shown beside the settings. */
export const WITHDRAWAL_LAW =
  'Código de Defesa do Consumidor, art. 49: o consumidor pode desistir do contrato, no prazo de 7 dias a contar de sua assinatura ou do ato de recebimento do produto ou serviço, sempre que a contratação ocorrer fora do estabelecimento comercial. Os valores eventualmente pagos, a qualquer título, durante o prazo de reflexão, serão devolvidos, de imediato, monetariamente atualizados.'

/** The days that the law grants. No setting shortens them. */
const LEGAL_DAYS = 7

export interface WithdrawalRule {
  days: number
  /**
   * The days that an enterprise grants beyond those of the law end at the latest this number of days before
   * the race.
   */
  endsDaysBefore: number
}

/** For an enterprise without its own setting. */
export const DEFAULT_WITHDRAWAL: WithdrawalRule = { days: LEGAL_DAYS, endsDaysBefore: 1 }

export interface Withdrawable {
  status: number
  paidCents: Cents
  isDisputed: boolean
  paidOn: IsoDate | null
  eventOn: IsoDate
  today: IsoDate
  /** The race has started, so the service that was bought is being provided. */
  hasStarted: boolean
  rule: WithdrawalRule
}

/** Money of a disputed payment cannot be refunded, because the bank holds it. */
export const mayBeRefunded = ({
  status,
  paidCents,
  isDisputed,
}: Pick<Withdrawable, 'status' | 'paidCents' | 'isDisputed'>): boolean =>
  status !== REGISTRATION_STATUS.cancelled && paidCents > 0 && !isDisputed

/** `until` is the last day to withdraw; null when the right does not apply. */
export function withdrawalOf(registration: Withdrawable): { until: IsoDate; amountCents: Cents } | null {
  const { paidCents, paidOn, eventOn, today, hasStarted, rule } = registration
  if (!mayBeRefunded(registration) || paidOn === null || hasStarted) return null
  const byLaw = earliest(addDays(paidOn, LEGAL_DAYS), eventOn)
  const bySetting = earliest(addDays(paidOn, rule.days), addDays(eventOn, -rule.endsDaysBefore))
  const until = latest(byLaw, bySetting)
  return today <= until ? { until, amountCents: paidCents } : null
}

const earliest = (...days: IsoDate[]): IsoDate => days.toSorted()[0] ?? ''
const latest = (...days: IsoDate[]): IsoDate => days.toSorted().at(-1) ?? ''

const countedDays = (days: number) => `${days} ${days === 1 ? 'dia' : 'dias'}`

export function withdrawalSentence({ days, endsDaysBefore }: WithdrawalRule): string {
  const right = `Em até ${LEGAL_DAYS} dias depois do pagamento, se a prova ainda não tiver começado, você pode desistir e receber tudo de volta (Código de Defesa do Consumidor, art. 49).`
  if (days <= LEGAL_DAYS) return right
  const limit =
    endsDaysBefore === 0 ? 'até o dia do evento' : `até ${countedDays(endsDaysBefore)} antes do evento`
  return `${right} O prazo aqui é maior: até ${countedDays(days)} depois do pagamento, ${limit}.`
}
