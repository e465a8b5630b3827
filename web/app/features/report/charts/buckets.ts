import { daysBetween, toIsoDate } from '#contract/dates.ts'

/** One day of a chart, or several consecutive days. */
export interface Bucket {
  first: string
  last: string
  values: readonly number[]
}

interface Day {
  day: string
  values: readonly number[]
}

/** More bars than this are too thin on a phone. */
const MOST_BARS = 92
const WEEK = 7

/** Groups the days by day, week or month: the finest unit that does not exceed `MOST_BARS`, or months. */
export function bucketsOf(days: readonly Day[]): Bucket[] {
  if (days.length <= MOST_BARS) return days.map(({ day, values }) => ({ first: day, last: day, values }))
  const start = toIsoDate(days[0]?.day ?? '') ?? ''
  const weekOf = ({ day }: Day) => String(Math.floor(daysBetween(start, toIsoDate(day) ?? start) / WEEK))
  const monthOf = ({ day }: Day) => day.slice(3)
  const groupOf = days.length <= MOST_BARS * WEEK ? weekOf : monthOf
  const groups = new Map<string, Day[]>()
  for (const day of days) groups.set(groupOf(day), [...(groups.get(groupOf(day)) ?? []), day])
  return [...groups.values()].map((group) => ({
    first: group[0]?.day ?? '',
    last: group.at(-1)?.day ?? '',
    values: (group[0]?.values ?? []).map((_, i) =>
      group.reduce((sum, { values }) => sum + (values[i] ?? 0), 0),
    ),
  }))
}

/** `05/12/2026`, or `05/12/2026 a 11/12/2026`. */
export const bucketWords = ({ first, last }: Bucket): string =>
  first === last ? first : `${first} a ${last}`
