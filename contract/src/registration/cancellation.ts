import { addDays, daysBetween, type IsoDate, toBrazilianDate } from '../dates.ts'
import { type BasisPoints, type Cents, formatBasisPoints, percentOf } from '../money.ts'

/** A step of a policy, stored on a registration at the time of purchase. */
export interface CancellationTier {
  /** The last day of the step, as a number of days before the event. */
  days_before: number
  refund_rate: BasisPoints
  /** The service fee paid by the participant is not refunded. */
  keeps_fee: boolean
}

const inOrder = (tiers: readonly CancellationTier[]) =>
  tiers.toSorted((a, b) => b.days_before - a.days_before)

interface Cancelled {
  tiers: readonly CancellationTier[]
  /** What was paid and not refunded, including the service fee. */
  paidCents: Cents
  /** The service fee included in it; 0 when the organizer bears it. */
  feeCents: Cents
  eventOn: IsoDate
  /** The current date in the event's time zone. */
  today: IsoDate
}

/** Null when every tier has ended (docs/algorithms/pricing.md, "Cancellation policy"). */
export function policyRefund({ tiers, paidCents, feeCents, eventOn, today }: Cancelled): Cents | null {
  const daysLeft = daysBetween(today, eventOn)
  const tier = inOrder(tiers).find(({ days_before }) => days_before <= daysLeft)
  if (!tier) return null
  return percentOf(Math.max(0, paidCents - (tier.keeps_fee ? feeCents : 0)), tier.refund_rate)
}

/** As `30 dias antes`. */
export function daysBeforeWords(days: number): string {
  if (days === 0) return 'o dia do evento'
  return `${days} ${days === 1 ? 'dia' : 'dias'} antes`
}

/**
 * The deadlines that are not over, the earliest first. `mayWithdraw` adds that the right of withdrawal may
 * last longer.
 */
export function policySentences(
  tiers: readonly CancellationTier[],
  { eventOn, today }: { eventOn: IsoDate; today: IsoDate },
  mayWithdraw = true,
): string[] {
  if (tiers.length === 0) return []
  const daysLeft = daysBetween(today, eventOn)
  const left = inOrder(tiers).filter(({ days_before }) => days_before <= daysLeft)
  const afterwards =
    left.length > 0 ? 'Depois desse prazo, não há' : 'O prazo da organização já passou: não há'
  return [
    ...left.map(({ days_before: days, refund_rate: rate, keeps_fee: keepsFee }) => {
      const until = `Até ${toBrazilianDate(addDays(eventOn, -days))} (${daysBeforeWords(days)})`
      if (rate === 0) return `${until}: sem devolução.`
      return `${until}: devolução de ${formatBasisPoints(rate)} do valor pago${keepsFee ? ', menos a taxa de serviço' : ''}.`
    }),
    `${afterwards} devolução${mayWithdraw ? ', fora o direito de desistir' : ''}.`,
  ]
}
