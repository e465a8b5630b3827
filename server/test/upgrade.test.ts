// @module-tag operation
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { migrate } from '#server/lib/migrate.ts'
import { loadSubscriptions, runJobs } from '#server/worker.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { createOrganizer, createUser, type TestUser } from './factories/user.ts'
import { listeningApp } from './listening-app.ts'
import { recount, settle } from './recount.ts'
import { type SimulatedUsers, simulateUsers } from './simulated-users.ts'

// Upgrades with existing data and while the previous version is running: migrations of this test follow the
// product's own and are applied while people register.

vi.setConfig({ testTimeout: 240_000 })
const POLL = { timeout: 60_000, interval: 20 }
/** Like the product's, but shorter. */
const LOCK_MS = 100

const { db, url } = await testDatabase()
const before = await listeningApp(db)
const jobs = await runJobs(before.deps)
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
afterAll(async () => {
  await jobs.stop()
  await before.close()
  await rm(folder, { recursive: true, force: true })
})
await cp('server/db/migrations', folder, { recursive: true })

const release = async (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)
const upgrade = (): Promise<string[]> =>
  migrate(url, { migrations: pathToFileURL(`${folder}/`), lockMs: LOCK_MS })
const later = async (): Promise<{ columns: number; indexes: number }> => {
  const { rows } = await sql<{ columns: number; indexes: number }>`
    select (select count(*)::int from information_schema.columns where column_name = 'later') as columns,
      (select count(*)::int from pg_index where indexrelid::regclass::text = 'registrations_later' and indisvalid
        and pg_get_indexdef(indexrelid) like '%(later)') as indexes`.execute(db)
  return rows[0] ?? { columns: 0, indexes: 0 }
}

const people: TestUser[] = []
for (let i = 0; i < 60; i++) people.push(await createUser(db))

async function load(): Promise<SimulatedUsers> {
  const events = []
  for (let i = 0; i < 12; i++) events.push(await createEvent(db, { capacity: 40 }))
  const users = simulateUsers(`http://127.0.0.1:${before.deps.config.port}`, people, events)
  await moreRegister(users)
  return users
}
async function moreRegister(users: SimulatedUsers): Promise<void> {
  const count = users.acknowledged.size
  await expect.poll(() => users.acknowledged.size, POLL).toBeGreaterThan(count + 5)
}
/**
 * Expects that nobody was refused, disconnected or answered wrongly, and that nothing is lost or duplicated.
 */
async function expectUnnoticed(users: SimulatedUsers): Promise<void> {
  await users.stop()
  await settle(db)
  expect(users.failed()).toEqual({ refused: 0, cut: 0 })
  const hasFile = async (path: string) => (await before.deps.files.read(path)) !== null
  expect(await recount({ db, users, hasFile })).toEqual([])
}

/**
 * Expects that the previous version registers people on the new schema. For new events, because those of before
 * may be sold out when a migration has at last got its locks.
 */
const expectRegistrations = async (): Promise<void> => expectUnnoticed(await load())

test('a migration rolls forward under load; while it waits for a lock, people register', async () => {
  await release('9002_later.sql', 'alter table registrations add column later text')
  await release(
    '9003_index.concurrently.sql',
    `drop index concurrently if exists registrations_later;
    create index concurrently registrations_later on registrations (later);
    `,
  )
  // The invalid index left by a process that died while creating it.
  await sql`create index registrations_later on registrations (name)`.execute(db)
  const users = await load()
  // A long report holds a lock on the table, so the migration must wait until it ends.
  const report = new pg.Client({ connectionString: url })
  await report.connect()
  await report.query('begin; select count(*) from registrations')
  const upgraded = upgrade()
  await moreRegister(users)
  await moreRegister(users)
  expect(await later()).toEqual({ columns: 0, indexes: 0 })
  await report.query('commit')
  await report.end()

  expect((await upgraded).filter((name) => name.startsWith('900'))).toEqual([
    '9002_later.sql',
    '9003_index.concurrently.sql',
  ])
  await expectUnnoticed(users)
  await expectRegistrations()
  expect(await later()).toEqual({ columns: 1, indexes: 1 })
  expect(await upgrade()).toEqual([])
})

test('a new column with a default gets it from the previous version, which does not know the column', async () => {
  const users = await load()
  await release(
    '9004_defaults.sql',
    `alter table registrations add column later_count int not null default 7;
    alter table registrations add column later_key uuid not null default gen_random_uuid();
    alter table kits add column later_count int not null default 7;
    alter table outbox_subscriptions add column later_count int not null default 7;
    `,
  )
  await upgrade()
  await expectUnnoticed(users)
  // An organizer creates an event and adds a kit, and a job runner of the previous version starts.
  const { token } = await createOrganizer(db)
  const created = await before.call('POST', '/events/create', { token, body: await eventForm(db) })
  expect(created.statusCode, created.body).toBe(201)
  const { id, ...event } = created.json().data
  const saved = await before.call('PUT', `/organizer/events/${id}`, {
    token,
    body: {
      ...event,
      products: [
        ...event.products,
        { id: -90, name: 'Kit Família', value: '90.00', rate_organizer: '10.00' },
      ],
    },
  })
  expect(saved.statusCode, saved.body).toBe(200)
  await loadSubscriptions(db)
  for (const { path } of (await sql<{ path: string }>`select path from file_references`.execute(db)).rows)
    await before.deps.files.write(path, 'a picture')
  await expectRegistrations()
  for (const table of ['registrations', 'kits', 'outbox_subscriptions']) {
    const { rows } = await sql`
      select distinct later_count as count from ${sql.table(table)}`.execute(db)
    expect(rows, table).toEqual([{ count: 7 }])
  }
  const keys = await sql<{ shared: number }>`
    select count(*) - count(distinct later_key) as shared from registrations`.execute(db)
  expect(keys.rows).toEqual([{ shared: 0 }])
})

test('a migration that fails leaves the database unchanged and the previous version running', async () => {
  const users = await load()
  const names = async () =>
    (await sql<{ name: string }>`select name from schema_migrations order by 1`.execute(db)).rows
  const applied = await names()
  await release('9005_half.sql', 'drop table audit_log; select 1 / 0')
  await expect(upgrade()).rejects.toThrow('9005_half.sql falhou: division by zero')
  await moreRegister(users)
  await expectUnnoticed(users)
  expect(await names()).toEqual(applied)
})
