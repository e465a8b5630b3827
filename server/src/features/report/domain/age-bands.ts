import type { IsoDate } from '#contract/dates.ts'

interface Births {
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

/** The first age of each band but the youngest. */
const STARTS = [16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80]
const MAN = 0

/** The dates of birth that separate the bands, the oldest people first. Ages are those on 31 December of the race's year. */
export function birthBounds(raceDay: IsoDate): IsoDate[] {
  const year = Number(raceDay.slice(0, 4))
  return STARTS.map((start) => `${year - start + 1}-01-01`).reverse()
}

function nameOf(index: number): string {
  const [start, next] = [STARTS[index - 1], STARTS[index]]
  if (start === undefined) return `até ${(next ?? 0) - 1}`
  return next === undefined ? `${start} ou mais` : `${start} a ${next - 1}`
}

/** The age groups of road races, from the first to the last with registrations. */
export function ageBands(births: readonly Births[]): Band[] {
  const bands = Array.from({ length: STARTS.length + 1 }, (_, index) => {
    const own = births.filter(({ band }) => band === STARTS.length - index)
    const count = (wanted: boolean) =>
      own.reduce((sum, { sex, registrations }) => sum + ((sex === MAN) === wanted ? registrations : 0), 0)
    return { band: nameOf(index), men: count(true), women: count(false) }
  })
  const filled = ({ men, women }: Band) => men + women > 0
  const first = bands.findIndex(filled)
  return first < 0 ? [] : bands.slice(first, bands.findLastIndex(filled) + 1)
}
