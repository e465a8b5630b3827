import { type IsoDate, toBrazilianDate } from '../dates.ts'
import { type CancellationTier, policySentences } from './cancellation.ts'
import { type WithdrawalRule, withdrawalSentence } from './withdrawal.ts'

const LAW = 'Código de Defesa do Consumidor, art. 49'

/** Both days as `27/11/2026`; `until` is the last one. */
export const withdrawalRight = (until: string, eventDay: string | null): string =>
  `Até ${until}${until === eventDay ? ', antes da largada,' : ''} você pode desistir e receber tudo o que pagou, com a taxa de serviço: é um direito seu (${LAW}).`

interface Rules {
  rule: WithdrawalRule
  tiers: readonly CancellationTier[]
  eventOn: IsoDate
  today: IsoDate
  /** The last day to withdraw; null when it has passed, undefined when nothing is paid yet. */
  withdrawal?: { until: IsoDate } | null
}

/** The right given by law, then the event's policy: the same sentences on all pages and in e-mails. */
export function cancellationSentences({ rule, tiers, eventOn, today, withdrawal }: Rules): string[] {
  const policy = policySentences(tiers, { eventOn, today }, withdrawal !== null)
  if (withdrawal === undefined) return [withdrawalSentence(rule), ...policy]
  if (withdrawal)
    return [withdrawalRight(toBrazilianDate(withdrawal.until), toBrazilianDate(eventOn)), ...policy]
  return [`O prazo para desistir e receber tudo de volta (${LAW}) já passou.`, ...policy]
}

/** Instead of the policy's sentences, while the difference of a rejected right is due. */
export const RIGHT_REJECTED_SENTENCE =
  'O desconto por direito desta inscrição foi recusado. Em vez de pagar a diferença, você pode cancelar e receber de volta tudo o que pagou.'
