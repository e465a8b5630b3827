import { countWords } from './words.ts'

/** An amount in integer cents of a real. */
export type Cents = number
/** Hundredths of a percent: 750 is 7,5 %. */
export type BasisPoints = number

/** Half up. Exact while `2 * numerator + denominator` is below 2^53. */
export const roundedDivision = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

export const percentOf = (cents: Cents, rate: BasisPoints): Cents => roundedDivision(cents * rate, 10_000)

/** `12990` → `"129.90"`, the format of the API. */
export function toDecimal(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `toDecimal` of every value. */
export const toDecimals = <Name extends string>(amounts: Record<Name, Cents>) =>
  Object.fromEntries(
    Object.entries<Cents>(amounts).map(([name, cents]) => [name, toDecimal(cents)]),
  ) as Record<Name, string>

/** `"129.90"`, `129.9` or `"129,90"` → `12990`; null for anything else. */
export function toCents(value: string | number): Cents | null {
  const match = /^(-?)(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(String(value).trim())
  if (!match) return null
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents : cents
}

/** `12990` → `R$ 129,90` (with a no-break space). */
export function formatCents(cents: Cents): string {
  const [whole = '0', fraction = '00'] = toDecimal(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}R$\u00a0${countWords(Number(whole))},${fraction}`
}

/** The API's format `"129.90"` → `R$ 129,90`. */
export const formatDecimal = (decimal: string): string => formatCents(toCents(decimal) ?? 0)

/** `750` → `7,5%`. */
export const formatBasisPoints = (rate: BasisPoints): string => `${countWords(rate / 100)}%`
