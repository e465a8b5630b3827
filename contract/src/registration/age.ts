import type { IsoDate } from '../dates.ts'

export const ageOn = (birthDate: IsoDate, day: IsoDate): number =>
  yearOf(day) - yearOf(birthDate) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)

/** The age by which road races group runners: that on 31 December of the race's year. */
export const raceAge = (birthDate: IsoDate, raceDay: IsoDate): number =>
  ageOn(birthDate, `${raceDay.slice(0, 4)}-12-31`)

/** The first date of birth that is too young for this race age. */
export const tooYoungFrom = (age: number, raceDay: IsoDate): IsoDate => `${yearOf(raceDay) - age + 1}-01-01`

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4))
