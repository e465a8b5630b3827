import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { BirthCount } from '../domain/age-bands.ts'

/** By sex and range of birth dates, oldest first. */
export async function countBirths(
  db: Db,
  eventId: number,
  bounds: readonly IsoDate[],
): Promise<BirthCount[]> {
  const { rows } = await sql<BirthCount>`
    select sex, width_bucket(birth_on, ${bounds}::date[]) as band, count(*) as registrations
    from participant_list where event_id = ${eventId} and status <> ${code.registration.cancelled} group by 1, 2`.execute(
    db,
  )
  return rows
}

interface CityCount {
  city: string | null
  state: string | null
  registrations: number
}

/** By the buyer's city. */
export async function countCities(db: Db, eventId: number): Promise<CityCount[]> {
  const { rows } = await sql<CityCount>`
    select u.city, u.state_code as state, count(*) as registrations
    from registrations r join users u on u.id = r.responsible_user_id
    where r.event_id = ${eventId} and r.status <> ${code.registration.cancelled}
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return rows
}
