import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { recordBackup } from './record-backup.ts'

const { db, url } = await testDatabase()

test('a database from before 1.0 has no place for the time of its backup, which is made all the same', async () => {
  await recordBackup(url)
  const stored = db.selectFrom('service_health').where('service', '=', 'backup')
  expect((await stored.select('succeeded_at').executeTakeFirst())?.succeeded_at).toBeInstanceOf(Date)
  await sql`delete from service_health where service = 'backup'`.execute(db)
  await sql`
    alter table service_health drop constraint service_health_service_check,
      add check (service in ('mail'))`.execute(db)
  await recordBackup(url)
  expect(await stored.select('service').execute()).toEqual([])
  await sql`drop table service_health`.execute(db)
  await recordBackup(url)
})
