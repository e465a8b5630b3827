import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { DayFigures, Totals } from '#contract/report/dashboard.ts'
import type { MoneyRow } from './finances.ts'
import { sumBy, sumOf } from './sum.ts'

interface Counted {
  day: IsoDate
  registrations: number
}

/** The figures of each of these days; `money` is null for callers without access to finances. */
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
