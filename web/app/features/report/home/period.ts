import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Period } from '#contract/report/period.ts'

/** The periods of the home, as the address names them. */
export const PERIODS = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: 'tudo', label: 'Tudo' },
] as const

const FALLBACK = '30'

/** The period that the address asks for; the usual one when it makes no sense. */
export const readPeriod = (asked: string): string =>
  PERIODS.find(({ value }) => value === asked)?.value ?? FALLBACK

/** So many days to today, today included; no bounds for everything. */
export function daysOfPeriod(period: string, today: IsoDate): Period {
  const days = Number(period)
  return Number.isNaN(days) ? {} : { from: addDays(today, 1 - days), to: today }
}
