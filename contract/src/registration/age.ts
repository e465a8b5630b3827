import { addDays, type IsoDate } from '../dates.ts'
import type { AgeReference, EligibilityRule } from '../pricing/eligibility.ts'
import { plural } from '../words.ts'

// Apart from the schemas of pricing/eligibility.ts, because the public pages load no zod.

/** In completed years. Who is born on 29 February completes them in common years on 1 March. */
export const ageOn = (birthDate: IsoDate, day: IsoDate): number =>
  yearOf(day) - yearOf(birthDate) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)

/** The first date of birth of somebody who is younger than this age on a day. */
export function tooYoungFrom(age: number, day: IsoDate): IsoDate {
  const year = yearOf(day) - age
  // The other year may have no 29 February.
  return day.endsWith('-02-29') ? `${year}-03-01` : addDays(`${year}${day.slice(4)}`, 1)
}

/** The day on which ages count. */
export const referenceDay = (raceDay: IsoDate, reference: AgeReference): IsoDate =>
  reference === 'year_end' ? `${raceDay.slice(0, 4)}-12-31` : raceDay

/** As `de 18 a 24 anos`; null: any age. */
export function ageWords({ min_age: min, max_age: max }: EligibilityRule): string | null {
  if (min === null && max === null) return null
  if (max === null) return `${years(min ?? 0)} ou mais`
  if (min === null) return `até ${years(max)}`
  return min === max ? years(min) : `de ${min} a ${years(max)}`
}

const years = (age: number): string => plural(age, 'ano', 'anos')

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4))
