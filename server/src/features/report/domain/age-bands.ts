import type { IsoDate } from '#contract/dates.ts'
import { SEX } from '#contract/documents.ts'
import { tooYoungFrom } from '#contract/registration/age.ts'

export interface BirthCount {
  /** 0 Masculino, 1 Feminino. */
  sex: number
  /** The number of bounds on or before the date of birth. */
  band: number
  registrations: number
}

interface Band {
  band: string
  men: number
  women: number
}

/** The lowest age of each band except the youngest. */
const STARTS = [16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80]

/** The dates of birth that separate the bands of ages on a day, oldest first. */
export const birthBounds = (day: IsoDate): IsoDate[] =>
  STARTS.map((start) => tooYoungFrom(start, day)).reverse()

function nameOf(index: number): string {
  const [start, next] = [STARTS[index - 1], STARTS[index]]
  if (start === undefined) return `até ${(next ?? 0) - 1}`
  return next === undefined ? `${start} ou mais` : `${start} a ${next - 1}`
}

/** From the first to the last band with registrations. */
export function ageBands(births: readonly BirthCount[]): Band[] {
  const bands = Array.from({ length: STARTS.length + 1 }, (_, index) => {
    const own = births.filter(({ band }) => band === STARTS.length - index)
    const count = (wanted: boolean) =>
      own.reduce(
        (sum, { sex, registrations }) => sum + ((sex === SEX.male) === wanted ? registrations : 0),
        0,
      )
    return { band: nameOf(index), men: count(true), women: count(false) }
  })
  const filled = ({ men, women }: Band) => men + women > 0
  const first = bands.findIndex(filled)
  return first < 0 ? [] : bands.slice(first, bands.findLastIndex(filled) + 1)
}
