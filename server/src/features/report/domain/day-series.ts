import { addDays, daysBetween, type IsoDate } from '#contract/dates.ts'
import type { Period } from '#contract/report/period.ts'

/** Longer than any race is on sale. A mistyped year must not list two centuries. */
const MOST_DAYS = 3_660

/**
 * Every day of a period, without gaps. An open end extends to the known days, and to today at least, so that days without registrations
 * show.
 */
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
