import { type BasisPoints, type Cents, formatCents, percentOf } from '../money.ts'

/** Card payments in installments: docs/algorithms/installments.md. */

export const MAX_INSTALLMENTS = 12
export const DEFAULT_MIN_INSTALLMENT_CENTS = 1_000

export interface InstallmentRules {
  /** 1: only single payments. */
  max: number
  /** The minimum amount of an installment. */
  minimumCents: Cents
  /** The runner pays the cost of installments; otherwise the organizer does. */
  withInterest: boolean
}

/** The rates of an enterprise for 2 to 12 installments. */
export type InstallmentRates = readonly BasisPoints[]

export const DEFAULT_INSTALLMENT_RATES: InstallmentRates = Array.from(
  { length: MAX_INSTALLMENTS - 1 },
  (_, i) => 300 + 150 * i,
)

export const rateOf = (rates: InstallmentRates, count: number): BasisPoints => rates[count - 2] ?? 0

export interface InstallmentPlan {
  count: number
  interestCents: Cents
  totalCents: Cents
  /** All installments except the last. */
  eachCents: Cents
  lastCents: Cents
}

export function installmentPlan(priceCents: Cents, count: number, rate: BasisPoints): InstallmentPlan {
  const interestCents = percentOf(priceCents, rate)
  const totalCents = priceCents + interestCents
  const eachCents = Math.floor(totalCents / count)
  return { count, interestCents, totalCents, eachCents, lastCents: totalCents - eachCents * (count - 1) }
}

/** The plans that an event allows for a price, the single payment first. */
export function installmentPlans(
  priceCents: Cents,
  { max, minimumCents, withInterest }: InstallmentRules,
  rates: InstallmentRates,
): InstallmentPlan[] {
  return Array.from({ length: max }, (_, i) => i + 1)
    .map((count) => installmentPlan(priceCents, count, withInterest ? rateOf(rates, count) : 0))
    .filter(({ count, eachCents }) => count === 1 || eachCents >= minimumCents)
}

/** Divides interest among amounts in proportion; the parts add up to the interest. */
export function shareInterest(interestCents: Cents, amounts: readonly Cents[]): Cents[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  let before = 0
  return amounts.map((amount) => {
    const shared = Math.floor((interestCents * before) / total)
    before += amount
    return Math.floor((interestCents * before) / total) - shared
  })
}

/** `em até 3x sem juros`, for the highest price of an event; null for single payments only. */
export function installmentOffer(priceCents: Cents, { max, minimumCents, withInterest }: InstallmentRules) {
  const count = Math.min(max, Math.floor(priceCents / minimumCents))
  return count > 1 ? `em até ${count}x ${withInterest ? 'com' : 'sem'} juros` : null
}

/** `em até 3x de R$ 36,66 sem juros`, for a price; null for single payments only. */
export function installmentWords(
  priceCents: Cents,
  rules: InstallmentRules,
  rates: InstallmentRates,
): string | null {
  const most = installmentPlans(priceCents, rules, rates).at(-1)
  if (!most || most.count === 1) return null
  const words = `em até ${most.count}x de ${formatCents(most.eachCents)}`
  return rules.withInterest
    ? `${words} com juros, ${formatCents(most.totalCents)} no total`
    : `${words} sem juros`
}
