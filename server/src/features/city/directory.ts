import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { City, State } from '#contract/city/city.ts'
import { type Db, transactionOn } from '#server/lib/db.ts'
import { selectCities, selectStates, upsertCities, upsertStates } from './queries.ts'

/** In alphabetical order, read once per process. */
interface Directory {
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
      // A failed query is retried by the next request.
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

const FILE = new URL('../../../data/municipalities.json', import.meta.url)

const CityFile = z.object({ states: z.array(z.looseObject({})), cities: z.array(z.looseObject({})) })

/** Idempotent, also when run concurrently. */
export async function loadCities(db: Db): Promise<void> {
  const file = CityFile.parse(JSON.parse(await readFile(FILE, 'utf8')))
  // One process at a time, because a city has two unique keys and an upsert handles a conflict on only one.
  await transactionOn(db, 'cities', async (tx) => {
    await upsertStates(tx, file.states)
    await upsertCities(tx, file.cities)
  })
}
