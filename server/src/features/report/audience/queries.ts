import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'

interface BandCount {
  sex: number
  /** The number of bounds on or before the date of birth. */
  band: number
  registrations: number
}

/** Registrations by sex and range of dates of birth, the oldest first. */
export async function countBirths(db: Db, eventId: number, bounds: readonly IsoDate[]): Promise<BandCount[]> {
  const { rows } = await sql<BandCount>`
    select sex, width_bucket(birth_on, ${bounds}::date[]) as band, count(*) as registrations
    from participant_entries where event_id = ${eventId} and status <> 2 group by 1, 2`.execute(db)
  return rows
}

interface CityCount {
  city: string | null
  state: string | null
  registrations: number
}

/** Registrations by the buyer's city. */
export async function countCities(db: Db, eventId: number): Promise<CityCount[]> {
  const { rows } = await sql<CityCount>`
    select u.city, u.state_code as state, count(*) as registrations
    from registrations r join users u on u.id = r.responsible_user_id
    where r.event_id = ${eventId} and r.status <> 2
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return rows
}
