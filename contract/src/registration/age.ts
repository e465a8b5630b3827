import { addDays, type IsoDate } from '../dates.ts'

/** In completed years. Who is born on 29 February completes them in common years on 1 March. */
export const ageOn = (birthDate: IsoDate, day: IsoDate): number =>
  yearOf(day) - yearOf(birthDate) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)

/** The first date of birth of somebody who is younger than this age on a day. */
export function tooYoungFrom(age: number, day: IsoDate): IsoDate {
  const year = yearOf(day) - age
  // The other year may have no 29 February.
  return day.endsWith('-02-29') ? `${year}-03-01` : addDays(`${year}${day.slice(4)}`, 1)
}

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4))
