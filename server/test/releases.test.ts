// @module-tag operation
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { access, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { diskFiles } from '#server/lib/files.ts'
import { VERSION } from '#server/lib/version.ts'
import { emptyDatabase } from './database.ts'
import type { TestEvent } from './factories/event.ts'
import { openSession } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { freePort, type Product, startProduct } from './product.ts'
import { fileIn, recount, settle } from './recount.ts'
import { makeReleaseCopy, type ReleaseCopy, readCopy, writeBackup } from './release-copy.ts'
import { commitOf, copyOf, listReleases } from './releases.ts'
import { PICTURE, simulateUsers } from './simulated-users.ts'

// Upgrades from every release to the current version, with the processes of that release:
// docs/algorithms/upgrade.md. Before the first release, and where the history does not reach back to a
// release, the current code under a lower version stands in for it.

vi.setConfig({ testTimeout: 420_000, hookTimeout: 60_000 })
const POLL = { timeout: 120_000, interval: 100 }
const STAND_IN = 'the current code under a lower version'
/** Forty people register for sixteen events in a minute, longer than the processes take to start. */
const THINK_MS = 2_000
const PICTURE_URL = `data:image/png;base64,${PICTURE.toString('base64')}`
const run = promisify(execFile)

const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
const children = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface Release {
  /** A checkout that runs with the packages and pages of this one. */
  root: string
  copy: ReleaseCopy
}

async function checkOut(version: string): Promise<Release> {
  const commit = version === STAND_IN ? null : await commitOf(version)
  const root = await mkdtemp(join(folder, `${version.replaceAll(' ', '-')}-`))
  if (commit) await run('sh', ['-c', `git archive ${commit} | tar -x -C '${root}'`])
  else
    for (const path of ['contract', 'server', 'package.json'])
      await cp(path, join(root, path), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  await mkdir(join(root, 'web'), { recursive: true })
  await symlink(resolve('web/build'), join(root, 'web/build'))
  const copy = await (version === STAND_IN ? makeReleaseCopy() : readCopy(copyOf(version)))
  if (!commit) await standIn(root, copy)
  return { root, copy }
}

/** Lowers the version, and changes the text of two functions, which the current version must replace. */
async function standIn(root: string, copy: ReleaseCopy): Promise<void> {
  const path = join(root, 'package.json')
  const lower = '0.0.1'
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), version: lower }))
  copy.manifest.version = lower
  for (const name of ['take_spots', 'amount_paid']) {
    const file = join(root, `server/db/functions/${name}.sql`)
    await writeFile(file, `${await readFile(file, 'utf8')}\n-- ${lower}\n`)
  }
}

type Environment = Record<string, string>

/** Starts a process of the release and waits until it is ready. */
async function startOld(root: string, environment: Environment): Promise<Product> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'fatal',
      DEMO: 'off',
      PAYMENT_GATEWAY: 'sandbox',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.add(child)
  const url = `http://127.0.0.1:${environment.PORT}`
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
  gone.catch(() => undefined)
  await Promise.race([gone, expect.poll(() => isReady(url), POLL).toBe(true)])
  return {
    url,
    child,
    announcement: '',
    async end(signal) {
      const exit = once(child, 'exit')
      child.kill(signal)
      return (await exit)[0]
    },
  }
}
const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Tables whose rows an upgrade keeps: the key of a row, and columns that sweeps change. */
const KEPT: [table: string, key: string, ignored?: string[]][] = [
  ['users', 'id', ['updated_at']],
  ['organizers', 'id'],
  ['events', 'id', ['updated_at', 'version']],
  ['stock_levels', 'id'],
  ['orders', 'id'],
  ['registrations', 'id', ['updated_at']],
  ['payments', 'id', ['checked_at', 'updated_at', 'charge_claimed_until']],
  ['payment_items', "payment_id || '/' || registration_id"],
  ['payment_events', 'id'],
  ['payment_moves', 'id'],
  ['refunds', 'id', ['checked_at', 'updated_at', 'claimed_until', 'told_status']],
  ['payouts', 'id'],
  ['payout_items', "payout_id || '/' || event_id"],
  ['coupons', 'id'],
  ['sandbox.charges', 'id', ['updated_at']],
  ['sandbox.refunds', 'id'],
]
type Row = Record<string, unknown>

/**
 * Moves all dates by the age of the copy in days, rounded up: its sessions stay valid, and no sweep changes
 * what it holds. Whole days, because some columns hold the day of another column's time.
 */
async function moveToToday(db: Db, madeAt: string): Promise<void> {
  const age = `${Math.ceil((Date.now() - Date.parse(madeAt)) / 86_400_000)} days`
  const { rows } = await sql<{ schema: string; table: string; changes: string }>`
    select table_schema as schema, table_name as table,
      string_agg(format('%1$I = case when %1$I < ''2100-01-01'' then %1$I + %2$L::interval else %1$I end',
        column_name, ${age}::text), ', ') as changes
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where data_type in ('date', 'timestamp with time zone') and table_type = 'BASE TABLE'
      and table_schema in ('public', 'sandbox')
    group by 1, 2`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { schema, table, changes } of rows)
      await sql`update ${sql.table(`${schema}.${table}`)} set ${sql.raw(changes)}`.execute(tx)
  })
}

/** Money, stock and people, by table and row. */
async function readKept(db: Db): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const [table, key] of KEPT) {
    const found = await sql<{ key: string; row: Row }>`
      select (${sql.raw(key)})::text as key, to_jsonb(t) as row from ${sql.table(table)} t`.execute(db)
    for (const { key, row } of found.rows) rows.set(`${table} ${key}`, row)
  }
  return rows
}

/** Rows and values of `before` that `after` has no more, except what the load changes. */
function differences(
  before: Map<string, Row>,
  after: Map<string, Row>,
  { people, events }: ReleaseCopy['load'],
) {
  const ofLoad = new Set([
    ...people.map(({ id }) => `users ${id}`),
    ...events.map(({ id }) => `events ${id}`),
  ])
  const ids = new Set(events.map(({ id }) => id))
  return [...before].flatMap(([name, row]) => {
    if (ofLoad.has(name) || ids.has(Number(row.event_id))) return []
    const now = after.get(name)
    if (!now) return [`${name} is gone`]
    const ignored = KEPT.find(([table]) => table === name.split(' ')[0])?.[2] ?? []
    return Object.keys(row)
      .filter((column) => column in now && !ignored.includes(column))
      .filter((column) => JSON.stringify(row[column]) !== JSON.stringify(now[column]))
      .map((column) => `${name}: ${column} was ${row[column]}, is ${now[column]}`)
  })
}

/** Calls the organizer's route of an event, as its organizer. */
async function callEvent(db: Db, url: string, event: TestEvent | undefined, init: RequestInit = {}) {
  if (!event) throw new Error('the copy has too few events')
  const { user_id: userId } = await db
    .selectFrom('events')
    .innerJoin('organizers', 'organizers.id', 'organizer_id')
    .where('events.id', '=', event.id)
    .select('user_id')
    .executeTakeFirstOrThrow()
  const answer = await fetch(`${url}${API_BASE}/organizer/events/${event.id}`, {
    ...init,
    headers: {
      authorization: `Bearer ${await openSession(db, userId)}`,
      ...(init.body && { 'content-type': 'application/json' }),
    },
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text)
}

/** Saves an event as its editor loaded it, with what the events of the copy lack. */
async function saveEvent(db: Db, url: string, event: TestEvent | undefined): Promise<void> {
  const { data } = await callEvent(db, url, event)
  const place = { state: 'SP', city: 'São Paulo', cover_image: PICTURE_URL, event_image: PICTURE_URL }
  await callEvent(db, url, event, { method: 'PUT', body: JSON.stringify({ ...data, ...place }) })
}

const deleteEvent = (db: Db, url: string, event: TestEvent | undefined) =>
  callEvent(db, url, event, { method: 'DELETE' })

const releases = await listReleases()

describe.each(releases.length > 0 ? releases : [STAND_IN])('from %s', (version) => {
  test('two old processes, one started again, and the upgrade keep money, stock and people', async () => {
    const { root, copy } = await checkOut(version)
    const { load } = copy
    const url = await emptyDatabase()
    const db = createDb(createPool(url))
    const backup = join(root, 'backup')
    await writeBackup(copy, backup)
    const environment = { DATABASE_URL: url, DATA_DIR: join(root, 'data'), HOST: '127.0.0.1' }
    await run(process.execPath, ['server/src/backup-restore.ts', '--from', backup], {
      cwd: root,
      env: { PATH: process.env.PATH, PAYMENT_GATEWAY: 'sandbox', DEMO: 'off', ...environment },
    })

    await moveToToday(db, copy.manifest.made_at)

    const old = [
      { ...environment, PORT: String(await freePort()), ROLE: 'all' },
      { ...environment, PORT: String(await freePort()), ROLE: 'web' },
    ]
    let [worker, web] = await Promise.all(old.map((one) => startOld(root, one)))
    if (!worker || !web) throw new Error('the old processes did not start')
    const before = await readKept(db)
    const half = load.people.length / 2
    const [unused, ...events] = load.events.toReversed()
    const first = simulateUsers(worker.url, load.people.slice(0, half), events, { thinkMs: THINK_MS })
    const second = simulateUsers(web.url, load.people.slice(half), events, { thinkMs: THINK_MS })
    const registered = () => first.acknowledged.size + second.acknowledged.size
    const moreRegister = async () => {
      const count = registered()
      await expect.poll(registered, POLL).toBeGreaterThan(count + 8)
    }
    await moreRegister()

    const current = await startProduct({ ...environment })
    children.add(current.child)
    await moreRegister()
    // A process of the old release dies and is started again beside the current version.
    await web.end('SIGKILL')
    web = await startOld(root, old[1] ?? {})
    await saveEvent(db, web.url, events[0])
    await deleteEvent(db, web.url, unused)
    await moreRegister()
    await Promise.all([first.stop(), second.stop()])
    // An order that waits for a migration's lock longer than four seconds gets 503 and is repeated.
    expect(first.failed().cut).toBe(0)
    expect(first.failed().refused).toBeLessThan(first.answered() / 20)
    for (const process of [worker, web]) expect(await process.end('SIGTERM')).toBe(0)

    const last = simulateUsers(current.url, load.people.slice(0, 6), events.slice(0, -4))
    await last.stop()
    await settle(db)
    const acknowledged = new Map([first, second, last].flatMap((users) => [...users.acknowledged]))
    const wrong = [first, second, last].flatMap((users) => users.wrong)
    const hasFile = fileIn(environment.DATA_DIR)
    expect(await recount({ db, users: { acknowledged, wrong }, hasFile })).toEqual([])
    expect(differences(before, await readKept(db), load)).toEqual([])
    await expectCurrentFunctions(db)
    expect(await current.end('SIGTERM')).toBe(0)
    await db.destroy()
  })

  test('the current version restores its copy', async () => {
    const copy = await (version === STAND_IN ? makeReleaseCopy() : readCopy(copyOf(version)))
    await restored(copy, async (db) => {
      const { tables } = copy.manifest
      // Migration 0007 gives each event a discount by right, with its level.
      const events = tables.find(({ name }) => name === 'events')?.rows ?? 0
      const newLevels = tables.some(({ name }) => name === 'right_rules') ? 0 : events
      for (const { schema, name, rows } of tables) {
        if (schema === 'graphile_worker' || name === 'outbox_subscriptions') continue
        const { rows: found } = await sql<{ n: number }>`
          select count(*)::int as n from ${sql.table(`${schema}.${name}`)}`.execute(db)
        expect(found, name).toEqual([{ n: name === 'stock_levels' ? rows + newLevels : rows }])
      }
    })
  })
})

describe('from before 1.0', () => {
  // Made by the code of 2026-11-22: coupons that were shown, a kit of one category, participant entries.
  const read = () => readCopy(copyOf('before-1.0'))

  test('a copy keeps its people, money and choices', async () => {
    const copy = await read()
    replaceRows(copy, 'registrations', '"kind": "fee"', '"kind": "discount"')
    const rowsOf = (table: string) => copy.manifest.tables.find(({ name }) => name === table)?.rows
    await restored(copy, async (db) => {
      for (const table of [
        'users',
        'registrations',
        'orders',
        'payments',
        'payment_events',
        'stock_levels',
      ] as const) {
        const { n } = await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        expect(n, table).toBe(rowsOf(table))
      }
      const kit = await db
        .selectFrom('kits')
        .select('category_ids')
        .where('name', '=', 'Kit Único')
        .executeTakeFirst()
      expect(kit?.category_ids).toHaveLength(1)
      const { n } = await db
        .selectFrom('validated_coupons')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect(n).toBe(rowsOf('shown_coupons'))
      const { rows } = await sql<{ kind: string }>`
        select distinct line ->> 'kind' as kind from registrations, jsonb_array_elements(price_lines) line order by 1`.execute(
        db,
      )
      expect(rows.map(({ kind }) => kind)).toEqual(['coupon', 'kit'])
    })
  })

  test.each([
    [
      'a table that 1.0 does not know',
      (copy: ReleaseCopy) => rename(copy, 'terms', 'clauses'),
      /a tabela "public"\."clauses" tem 3 linhas e não existe mais\. Nada foi restaurado\./,
    ],
    [
      'a column that 1.0 does not know',
      (copy: ReleaseCopy) => renameColumn(copy, 'terms', 'description', 'words'),
      /"public"\."terms" tem valores em words, que não existe mais\. Nada foi restaurado\./,
    ],
    [
      'a value that 1.0 does not take',
      (copy: ReleaseCopy) => replaceRows(copy, 'users', '@exemplo.test', '@EXEMPLO.test'),
      /\("public"\."users", users_email_check\): .*\. Nada foi restaurado\./,
    ],
  ])('%s is refused by name, and nothing is restored', async (_case, change, sentence) => {
    const copy = await read()
    change(copy)
    const place = await mkdtemp(join(folder, 'refused-'))
    await writeBackup(copy, join(place, 'backup'))
    const databaseUrl = await emptyDatabase()
    const dataDir = join(place, 'data')
    const target = { databaseUrl, files: diskFiles(join(dataDir, 'files')), dataDir, key: null }
    await expect(restoreBackup(join(place, 'backup'), target)).rejects.toThrow(sentence)
    const db = createDb(createPool(databaseUrl))
    for (const table of ['users', 'registrations', 'states'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    await db.destroy()
    await expect(access(dataDir)).rejects.toThrow('ENOENT')
  })
})

const tableOf = (copy: ReleaseCopy, name: string) => {
  const table = copy.manifest.tables.find((one) => one.name === name)
  if (!table) throw new Error(`the copy has no ${name}`)
  return table
}

function rename(copy: ReleaseCopy, from: string, to: string): void {
  tableOf(copy, from).name = to
  copy.tables[`public.${to}`] = copy.tables[`public.${from}`] ?? ''
}

function renameColumn(copy: ReleaseCopy, table: string, from: string, to: string): void {
  const { columns } = tableOf(copy, table)
  columns[columns.indexOf(from)] = to
}

function replaceRows(copy: ReleaseCopy, table: string, from: string, to: string): void {
  const rows = (copy.tables[`public.${table}`] ?? '').replaceAll(from, to)
  copy.tables[`public.${table}`] = rows
  tableOf(copy, table).sha256 = createHash('sha256').update(rows).digest('hex')
}

async function expectCurrentFunctions(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_functions where version is distinct from ${VERSION} and name in
      ('take_spots.sql', 'amount_paid.sql')`.execute(db)
  if (releases.length === 0) expect(rows).toEqual([])
}

/** Restores a copy into an empty installation of the current version. */
async function restored(copy: ReleaseCopy, check: (db: Db) => Promise<void>): Promise<void> {
  const place = await mkdtemp(join(folder, 'restored-'))
  await writeBackup(copy, join(place, 'backup'))
  const url = await emptyDatabase()
  const dataDir = join(place, 'data')
  await restoreBackup(join(place, 'backup'), {
    databaseUrl: url,
    files: diskFiles(join(dataDir, 'files')),
    dataDir,
    key: null,
  })
  const db = createDb(createPool(url))
  try {
    expect(await brokenInvariants(db)).toEqual([])
    await check(db)
  } finally {
    await db.destroy()
  }
}
