import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Period } from '#contract/report/period.ts'

export const PERIODS = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: 'tudo', label: 'Tudo' },
] as const

const FALLBACK = '30'

export const readPeriod = (asked: string): string =>
  PERIODS.find(({ value }) => value === asked)?.value ?? FALLBACK

/** The days of a period that ends today, inclusive. 'tudo' has no bounds. */
export function daysOfPeriod(period: string, today: IsoDate): Period {
  const days = Number(period)
  return Number.isNaN(days) ? {} : { from: addDays(today, 1 - days), to: today }
}
