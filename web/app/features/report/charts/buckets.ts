import { daysBetween, toIsoDate } from '#contract/dates.ts'

/** A day of a chart, or several in a row. */
export interface Bucket {
  /** `dd/mm/yyyy` */
  first: string
  last: string
  values: readonly number[]
}

interface Day {
  day: string
  values: readonly number[]
}

/** More bars than that are too thin for a phone. */
const MOST_BARS = 92
const WEEK = 7

/** The days as they are while there is room for them, else by weeks of seven days or by months, whichever fits. */
export function bucketsOf(days: readonly Day[]): Bucket[] {
  if (days.length <= MOST_BARS) return days.map(({ day, values }) => ({ first: day, last: day, values }))
  const start = toIsoDate(days[0]?.day ?? '') ?? ''
  const weekOf = ({ day }: Day) => String(Math.floor(daysBetween(start, toIsoDate(day) ?? start) / WEEK))
  const monthOf = ({ day }: Day) => day.slice(3)
  const groups = Map.groupBy(days, days.length <= MOST_BARS * WEEK ? weekOf : monthOf)
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
