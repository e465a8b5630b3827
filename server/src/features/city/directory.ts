import type { City, State } from '#contract/city.ts'
import type { Db } from '#server/lib/db.ts'
import { selectCities, selectStates } from './queries.ts'

/** The states and their municipalities in alphabetical order, each read once: they change with a release, if ever. */
export interface Directory {
  states(): Promise<State[]>
  citiesOf(stateCode: string): Promise<City[]>
}

const alphabet = new Intl.Collator('pt-BR')

export function createDirectory(db: Db): Directory {
  let states: Promise<State[]> | null = null
  const cities = new Map<string, Promise<City[]>>()
  return {
    async states() {
      states ??= sorted(selectStates(db), (state) => state.name)
      // What failed is asked again next time.
      states.catch(() => {
        states = null
      })
      return states
    },
    async citiesOf(stateCode) {
      const known = cities.get(stateCode)
      if (known) return known
      const asked = sorted(selectCities(db, stateCode), (city) => city.nome)
      cities.set(stateCode, asked)
      asked.catch(() => cities.delete(stateCode))
      return asked
    },
  }
}

async function sorted<T>(rows: Promise<T[]>, nameOf: (row: T) => string): Promise<T[]> {
  return (await rows).sort((a, b) => alphabet.compare(nameOf(a), nameOf(b)))
}
