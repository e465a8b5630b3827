import { addDays, daysBetween, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { DayFigures, Totals } from '#contract/report/dashboard.ts'
import type { Period } from '#contract/report/period.ts'
import type { MoneyRow } from './finances.ts'
import { sumBy, sumOf } from './sum.ts'

/** For "today" when events are in several zones. */
export const PLATFORM_ZONE = 'America/Sao_Paulo'

export interface Counted {
  day: IsoDate
  registrations: number
}

/** `money` is null for callers without access to finances. */
export function dayFigures(
  days: readonly IsoDate[],
  counts: readonly Counted[],
  money: readonly MoneyRow[] | null,
): DayFigures[] {
  const registrations = sumBy(
    counts,
    ({ day }) => day,
    (row) => row.registrations,
  )
  const sums = (value: (row: MoneyRow) => number) => money && sumBy(money, ({ day }) => day, value)
  const received = sums((row) => row.received)
  const returned = sums((row) => row.returned)
  return days.map((day) => ({
    day: toBrazilianDate(day),
    registrations: registrations.get(day) ?? 0,
    received: received && toDecimal(received.get(day) ?? 0),
    returned: returned && toDecimal(returned.get(day) ?? 0),
  }))
}

export const totalsOf = (
  counts: readonly { registrations: number }[],
  money: readonly MoneyRow[] | null,
): Totals => ({
  registrations: sumOf(counts, (row) => row.registrations),
  received: money && toDecimal(sumOf(money, (row) => row.received)),
  returned: money && toDecimal(sumOf(money, (row) => row.returned)),
})

/** Longer than any race is on sale; a mistyped year must not list two centuries. */
const MOST_DAYS = 3_660

/** Without gaps. An open end extends to the known days and at least to today. */
export function daysOf({ from, to }: Period, known: readonly IsoDate[], today: IsoDate): IsoDate[] {
  const sorted = [...known].sort()
  const first = from ?? sorted[0]
  const lastKnown = sorted.at(-1)
  const last = to ?? (lastKnown !== undefined && lastKnown > today ? lastKnown : today)
  if (first === undefined || first > last) return []
  const days = Math.min(daysBetween(first, last) + 1, MOST_DAYS)
  return Array.from({ length: days }, (_, n) => addDays(last, n + 1 - days))
}

/** The period of the same length right before; null without both bounds. */
export function periodBefore({ from, to }: Period): Period | null {
  if (!from || !to) return null
  const days = daysBetween(from, to) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}
