import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

const { db, url } = await testDatabase()

const migrateAgain = (): Promise<string[]> => migrate(url)

describe('migrating', () => {
  it('applies nothing to an up-to-date database', async () => {
    expect(await migrateAgain()).toEqual([])
  })

  it('applies a function and a view again when their text changed', async () => {
    await sql`create or replace function fee_due(status smallint, total_cents int, fee_cents int, paid_cents int) returns int
      language sql immutable parallel safe return 0`.execute(db)
    await sql`update schema_functions set checksum = 'older' where name in ('fee_due.sql', 'file_references.view.sql')`.execute(
      db,
    )

    expect(await migrateAgain()).toEqual(['fee_due.sql', 'file_references.view.sql'])
    const { rows } = await sql<{ fee: number }>`select fee_due(1::smallint, 100, 10, 50) as fee`.execute(db)
    expect(rows).toEqual([{ fee: 5 }])
  })

  it('rolls back a failed migration', async () => {
    await sql`delete from schema_migrations`.execute(db)
    // The migration fails because the tables exist; nothing of it may remain.
    await expect(migrateAgain()).rejects.toThrow('0001_schema.sql falhou')
    const { rows } = await sql`select name from schema_migrations`.execute(db)
    expect(rows).toEqual([])
  })

  it('says what to do with a database from before the first release', async () => {
    await sql`insert into schema_migrations (name, checksum) values ('0001_schema.sql', 'older')`.execute(db)
    await expect(migrateAgain()).rejects.toThrow('apague a pasta de dados (DATA_DIR)')
  })

  it('refuses the database of a newer version', async () => {
    await sql`delete from schema_migrations`.execute(db)
    await sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'any')`.execute(db)
    await expect(migrateAgain()).rejects.toThrow(
      'é de uma versão mais nova da Largada: já aplicou 9999_later.sql',
    )
  })
})
