import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Db } from '#server/lib/db.ts'
import { upsertCities, upsertStates } from './queries.ts'

const FILE = new URL('../../../data/municipalities.json', import.meta.url)

const Places = z.object({ states: z.array(z.looseObject({})), cities: z.array(z.looseObject({})) })

/**
 * Brings the 27 states and 5571 municipalities into the database, and again whatever a later version of the file
 * names differently. Twice at once or twice in a row changes nothing.
 */
export async function loadPlaces(db: Db): Promise<void> {
  const places = Places.parse(JSON.parse(await readFile(FILE, 'utf8')))
  await upsertStates(db, places.states)
  await upsertCities(db, places.cities)
}
