import { type CancellationTier, policySentences } from './cancellation.ts'
import { type IsoDate, toBrazilianDate } from './dates.ts'
import { type WithdrawalRule, withdrawalSentence } from './withdrawal.ts'

const LAW = 'Código de Defesa do Consumidor, art. 49'

/** The right of withdrawal of somebody who has paid, until a day as `27/11/2026`. */
export const withdrawalRight = (until: string): string =>
  `Até ${until} você pode desistir e receber tudo o que pagou, com a taxa de serviço: é um direito seu (${LAW}).`

interface Rules {
  rule: WithdrawalRule
  tiers: readonly CancellationTier[]
  eventOn: IsoDate
  /** Of whoever has paid: until when they may withdraw, null when that is over. Absent: nothing is paid yet. */
  withdrawal?: { until: IsoDate } | null
}

/**
 * What comes back to whoever cancels: the right that the law gives, then the event's policy. The event's page, the registration's and the
 * e-mails say these sentences and no others.
 */
export function cancellationSentences({ rule, tiers, eventOn, withdrawal }: Rules): string[] {
  const policy = policySentences(tiers, eventOn, withdrawal !== null)
  if (withdrawal === undefined) return [withdrawalSentence(rule), ...policy]
  if (withdrawal) return [withdrawalRight(toBrazilianDate(withdrawal.until)), ...policy]
  return [`O prazo para desistir e receber tudo de volta (${LAW}) já passou.`, ...policy]
}
