import { type NotNull, sql } from 'kysely'
import type { City, PostalAddress, State } from '#contract/city/city.ts'
import type { Db } from '#server/lib/db.ts'

export type FoundAddress = Exclude<PostalAddress, { erro: true }>

export async function upsertStates(db: Db, states: readonly object[]): Promise<void> {
  await sql`
    insert into states (code, ibge_id, name, region, timezone)
    select code, ibge_id, name, region, timezone
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as given (code text, ibge_id int, name text, region text, timezone text)
    order by code
    on conflict (code) do update
      set name = excluded.name, region = excluded.region, timezone = excluded.timezone
      where (states.name, states.region, states.timezone)
        is distinct from (excluded.name, excluded.region, excluded.timezone)`.execute(db)
}

export async function upsertCities(db: Db, cities: readonly object[]): Promise<void> {
  await sql`
    insert into cities (ibge_id, state_code, name, timezone, latitude, longitude)
    select ibge_id, state_code, name, timezone, latitude, longitude
    from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb)
      as given (ibge_id int, state_code text, name text, timezone text, latitude real, longitude real)
    order by ibge_id
    on conflict (ibge_id) do update set name = excluded.name, timezone = excluded.timezone,
        latitude = excluded.latitude, longitude = excluded.longitude
      where (cities.name, cities.timezone, cities.latitude, cities.longitude)
        is distinct from (excluded.name, excluded.timezone, excluded.latitude, excluded.longitude)`.execute(
    db,
  )
}

export async function selectStates(db: Db): Promise<State[]> {
  return db.selectFrom('states').select(['code as abbreviation', 'name']).execute()
}

export async function selectCities(db: Db, stateCode: string): Promise<City[]> {
  return db
    .selectFrom('cities')
    .select(['ibge_id as id', 'name as nome'])
    .where('state_code', '=', stateCode)
    .execute()
}

export async function timezoneOf(db: Db, cityId: number): Promise<string | null> {
  const row = await db
    .selectFrom('cities')
    .innerJoin('states', 'states.code', 'cities.state_code')
    .select((eb) => eb.fn.coalesce('cities.timezone', 'states.timezone').as('timezone'))
    .where('cities.ibge_id', '=', cityId)
    .executeTakeFirst()
  return row?.timezone ?? null
}

/** A municipality by IBGE id, or, when the id is null, by name, ignoring accents and case. */
export async function findCity(
  db: Db,
  city: { ibge: string | null; name: string; stateCode: string },
): Promise<City | null> {
  const row = await db
    .selectFrom('cities')
    .select(['ibge_id as id', 'name as nome'])
    .where('state_code', '=', city.stateCode)
    .where((eb) =>
      city.ibge === null
        ? eb(sql`searchable(name)`, '=', sql`searchable(${city.name})`)
        : eb('ibge_id', '=', Number(city.ibge)),
    )
    .executeTakeFirst()
  return row ?? null
}

export interface Place {
  latitude: number
  longitude: number
}

/** The places of all municipalities with a name without accents and case, in the state if one is given. */
export const findPlaces = (
  db: Db,
  { city, state }: { city: string; state: string | null },
): Promise<Place[]> =>
  db
    .selectFrom('cities')
    .where((eb) => {
      const isCalled = (name: string) => eb(sql`searchable(name)`, '=', name)
      if (!state) return isCalled(city)
      // `Sento Sé` ends like a state.
      return eb.or([isCalled(city).and('state_code', '=', state), isCalled(`${city} ${state.toLowerCase()}`)])
    })
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .select(['latitude', 'longitude'])
    .$narrowType<{ latitude: NotNull; longitude: NotNull }>()
    .execute()

/** A cached postal code; `address` is null when the code does not exist. */
export interface CachedZip {
  address: FoundAddress | null
  fetchedAt: Date
}

export async function findCachedZip(db: Db, zip: string): Promise<CachedZip | null> {
  const row = await db
    .selectFrom('postal_codes')
    .select([sql<FoundAddress | null>`answer`.as('address'), 'fetched_at as fetchedAt'])
    .where('zip', '=', zip)
    .executeTakeFirst()
  return row ?? null
}

export async function cacheZip(
  db: Db,
  zip: string,
  address: FoundAddress | null,
  fetchedAt: Date,
): Promise<void> {
  const known = { answer: address && JSON.stringify(address), fetched_at: fetchedAt }
  await db
    .insertInto('postal_codes')
    .values({ zip, ...known })
    .onConflict((conflict) => conflict.column('zip').doUpdateSet(known))
    .execute()
}
