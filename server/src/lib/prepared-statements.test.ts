import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { createDb, createPool, type Db, inSnapshot, poolOf, transaction } from './db.ts'

const { url } = await testDatabase()

let one: Db
beforeEach(() => {
  one = createDb(createPool(url, { max: 1 }))
})
afterEach(() => one.destroy())

const OFTEN = 30
const prepared = (pool: pg.Pool) =>
  pool
    .query(
      `select statement, generic_plans > 0 and custom_plans = 0 as "isPlannedOnce" from pg_prepared_statements`,
    )
    .then(({ rows }) => rows)

test('frequent statements of transactions that write are planned once', async () => {
  for (let n = 0; n < OFTEN; n++) {
    await sql`select ${n}::int as outside`.execute(one)
    await inSnapshot(one, (snapshot) => sql`select ${n}::int as read`.execute(snapshot))
    await transaction(one, async (tx) => {
      const { rows } = await sql`select ${n}::int as n`.execute(tx)
      expect(rows).toEqual([{ n }])
      await sql`select ${n}::int as ${sql.id(`rare${n}`)}`.execute(tx)
      await sql`select ${sql.lit(1)}::int as constant`.execute(tx)
    })
  }
  expect(await prepared(poolOf(one))).toEqual([{ statement: 'select $1::int as n', isPlannedOnce: true }])
})

test('a statement that selects all columns still runs after an upgrade has added one', async () => {
  await sql`create table upgraded (id bigint)`.execute(one)
  const read = () =>
    transaction(one, async (tx) => {
      await sql`select * from upgraded where id = ${1}`.execute(tx)
      await sql`select u.*, 1 from upgraded u where id = ${1}`.execute(tx)
      await sql`delete from upgraded where id = ${1} returning *`.execute(tx)
    })
  for (let n = 0; n < OFTEN; n++) await read()
  await sql`alter table upgraded add name text`.execute(one)
  await read()
  await sql`drop table upgraded`.execute(one)
})

test('a connection prepares a limited number of statements', async () => {
  const texts = Array.from({ length: 200 }, (_, i) => sql.raw(`statement_${i}`))
  await transaction(one, async (tx) => {
    for (let n = 0; n < OFTEN; n++)
      for (const text of texts) await sql`select ${n}::int as ${text}`.execute(tx)
  })
  expect(await prepared(poolOf(one))).toHaveLength(150)
})
