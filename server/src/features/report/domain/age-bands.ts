interface People {
  /** 0 Masculino, 1 Feminino. */
  sex: number
  /** On 31 December of the race's year. */
  age: number
  registrations: number
}

interface Band {
  band: string
  men: number
  women: number
}

/** The first age of each band; five years each between the youngest and the oldest. */
const STARTS = [0, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80]
const MAN = 0

const nameOf = (start: number, next: number | undefined): string => {
  if (next === undefined) return `${start} ou mais`
  return start === 0 ? `até ${next - 1}` : `${start} a ${next - 1}`
}

/** The age groups of road races, from the first with somebody to the last. */
export function ageBands(people: readonly People[]): Band[] {
  const bands = STARTS.map((start, i) => {
    const next = STARTS[i + 1]
    const own = people.filter(
      ({ age }) => age < (next ?? Number.POSITIVE_INFINITY) && (i === 0 || age >= start),
    )
    const count = (wanted: boolean) =>
      own.reduce((sum, { sex, registrations }) => sum + ((sex === MAN) === wanted ? registrations : 0), 0)
    return { band: nameOf(start, next), men: count(true), women: count(false) }
  })
  const filled = ({ men, women }: Band) => men + women > 0
  const first = bands.findIndex(filled)
  return first < 0 ? [] : bands.slice(first, bands.findLastIndex(filled) + 1)
}
