import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { loadCities } from './directory.ts'
import { findPlaces, timezoneOf } from './queries.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

test('the 27 states in alphabetical order, cacheable for a day', async () => {
  const answer = await app.call('GET', '/states')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  const { data } = answer.json()
  expect(data).toHaveLength(27)
  expect(data.slice(0, 4)).toEqual([
    { abbreviation: 'AC', name: 'Acre' },
    { abbreviation: 'AL', name: 'Alagoas' },
    { abbreviation: 'AP', name: 'Amapá' },
    { abbreviation: 'AM', name: 'Amazonas' },
  ])
})

test('the municipalities of a state in alphabetical order, cacheable for a day', async () => {
  const answer = await app.call('GET', '/states/sp/cities')
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  const { data } = answer.json()
  expect(data).toHaveLength(645)
  expect(data[0]).toEqual({ id: 3500105, nome: 'Adamantina' })
  expect(data).toContainEqual({ id: 3550308, nome: 'São Paulo' })
  const names: string[] = data.map((city: { nome: string }) => city.nome)
  expect(names.indexOf('Águas da Prata')).toBeLessThan(names.indexOf('Bauru'))
})

test('an unknown state is rejected', async () => {
  const answer = await app.call('GET', '/states/XX/cities')
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json().errors).toEqual({ uf: ['Estado inválido'] })
})

test('loading again, even concurrently, changes nothing', async () => {
  await Promise.all([loadCities(db), loadCities(db)])
  const count = await db
    .selectFrom('cities')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(count.n).toBe(5571)
})

test('every municipality has coordinates in Brazil', async () => {
  const { wrong } = await db
    .selectFrom('cities')
    .where(({ not, and, between }) =>
      not(and([between('latitude', -34, 5.5), between('longitude', -74, -32)])),
    )
    .select((eb) => eb.fn.countAll<number>().as('wrong'))
    .executeTakeFirstOrThrow()
  expect(wrong).toBe(0)
  const { missing } = await db
    .selectFrom('cities')
    .where('latitude', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('missing'))
    .executeTakeFirstOrThrow()
  expect(missing).toBe(0)
})

test.each([
  [3550308, 'America/Sao_Paulo'],
  [1302603, 'America/Manaus'],
  [1304062, 'America/Eirunepe'],
  [2611606, 'America/Recife'],
  [2605459, 'America/Noronha'],
  [1200401, 'America/Rio_Branco'],
  [9999999, null],
])('the time zone of city %i is %s', async (cityId, timezone) => {
  expect(await timezoneOf(db, cityId)).toBe(timezone)
})

test.each([
  ['campinas', null, 1],
  ['campinas', 'SP', 1],
  ['campinas', 'RJ', 0],
  ['bom jesus', null, 5],
  ['bom jesus', 'RS', 1],
  ['sento', 'SE', 1],
  ['São Paulo', null, 0],
])('%s in state %s names %i places', async (city, state, count) => {
  expect(await findPlaces(db, { city, state })).toHaveLength(count)
})

test('a name is looked up in an index', async () => {
  const { rows } = await sql`explain select from cities where searchable(name) = 'campinas'`.execute(db)
  expect(JSON.stringify(rows)).toContain('cities_search')
})
