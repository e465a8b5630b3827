import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'
import { VERSION } from './version.ts'

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
    // The migration fails because the tables exist; no part of it may remain.
    await expect(migrateAgain()).rejects.toThrow('0001_schema.sql falhou')
    const { rows } = await sql`select name from schema_migrations`.execute(db)
    expect(rows).toEqual([])
  })

  it('explains how a database from before 1.0 keeps its data', async () => {
    await sql`insert into schema_migrations (name, checksum) values ('0001_schema.sql', 'older')`.execute(db)
    const refused = migrateAgain()
    await expect(refused).rejects.toThrow(/Nada foi alterado.*npm run backup.*npm run restore/)
    await expect(refused).rejects.not.toThrow(/apag/)
  })

  it('refuses the database of a newer version', async () => {
    await sql`delete from schema_migrations`.execute(db)
    await sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'any')`.execute(db)
    await expect(migrateAgain()).rejects.toThrow(
      'é de uma versão mais nova da Largada: já aplicou 9999_later.sql',
    )
  })
})

describe('releases on one database', { tags: 'operation' }, async () => {
  const { db: shared, url: sharedUrl } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A copy of the product's files for a release, with changes. */
  async function release(version: string, changes: Record<string, (text: string) => string> = {}) {
    const root = join(folder, version)
    await cp('server/db', root, { recursive: true })
    for (const [path, change] of Object.entries(changes)) {
      const text = await readFile(join(root, path), 'utf8').catch(() => '')
      await writeFile(join(root, path), change(text))
    }
    const lines: { level: number; newer?: string; msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    let loads = 0
    return {
      lines,
      loads: () => loads,
      start: () =>
        migrate(sharedUrl, {
          version,
          log,
          migrations: pathToFileURL(`${root}/migrations/`),
          functions: pathToFileURL(`${root}/functions/`),
          loadReferenceData: async () => {
            loads++
          },
        }),
    }
  }
  const history = async (table: string) =>
    (
      await sql<{ name: string; version: string | null }>`
        select name, version from ${sql.table(table)} order by name`.execute(shared)
    ).rows
  const feeDue = async () =>
    (await sql<{ fee: number }>`select fee_due(1::smallint, 100, 10, 50) as fee`.execute(shared)).rows[0]?.fee

  it('each file names the release that applied it', async () => {
    const names = (await readdir('server/db/migrations')).toSorted()
    expect(await history('schema_migrations')).toEqual(names.map((name) => ({ name, version: VERSION })))
  })

  it('an older process leaves newer functions, subscriptions and permissions alone, and says so', async () => {
    const old = await release('900.0.0')
    const next = await release('900.1.0', {
      'functions/fee_due.sql': (text) => `${text}\n-- Changed in 900.1.0\n`,
    })
    expect(await old.start()).toEqual([])
    expect(await next.start()).toEqual(['fee_due.sql'])
    // The process of the older release is started again, for instance after a crash.
    expect(await old.start()).toEqual([])
    expect((await history('schema_functions')).find(({ name }) => name === 'fee_due.sql')?.version).toBe(
      '900.1.0',
    )
    expect(await feeDue()).toBe(5)
    expect(old.loads()).toBe(1)
    expect(old.lines.at(-1)).toMatchObject({ level: 40, newer: '900.1.0' })
    expect(await next.start()).toEqual([])
    expect(next.loads()).toBe(2)
  })

  it('an older process works after a migration that only adds', async () => {
    const old = await release('900.1.0', {
      'functions/fee_due.sql': (text) => `${text}\n-- Changed in 900.1.0\n`,
    })
    const next = await release('900.2.0', {
      'functions/fee_due.sql': (text) => `${text}\n-- Changed in 900.1.0\n`,
      'migrations/0002_add.sql': () => 'alter table users add column later text',
    })
    expect(await next.start()).toContain('0002_add.sql')
    expect(await old.start()).toEqual([])
  })

  it('an older process refuses a database that needs a newer release', async () => {
    const add = { 'migrations/0002_add.sql': () => 'alter table users add column later text' }
    const next = await release('900.3.0', {
      ...add,
      'migrations/0003_drop.sql': () => '-- Needs release 900.2.0\nalter table users drop column later',
    })
    await next.start()
    const previous = await release('900.2.0', add)
    expect(await previous.start()).toEqual([])
    const old = await release('900.1.9')
    await expect(old.start()).rejects.toThrow(
      'O banco de dados precisa da versão 900.2.0 da Largada ou de uma mais nova, por causa de 0003_drop.sql. Esta é a 900.1.9.',
    )
  })

  it('an older process adds no migration of its own to a newer database', async () => {
    const old = await release('900.2.1', { 'migrations/0002_other.sql': () => 'select 1' })
    await expect(old.start()).rejects.toThrow('da versão 900.3.0 da Largada, mais nova que esta (900.2.1)')
  })
})
