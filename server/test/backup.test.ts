// @module-tag operation
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { Manifest } from '#server/backup/manifest.ts'
import { diskFiles } from '#server/lib/files.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { type Product, startProduct } from './product.ts'
import { simulateUsers } from './simulated-users.ts'

// A backup is made by command while people register and pay. It is restored into an empty installation,
// recounted, and started.

vi.setConfig({ testTimeout: 180_000 })
const POLL = { timeout: 60_000, interval: 50 }

const { db, url } = await testDatabase()
const { db: restored, url: restoredUrl } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
const copy = join(folder, 'copy')
const products: Product[] = []
afterAll(async () => {
  for (const product of products) product.child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const here = { DATABASE_URL: url, DATA_DIR: join(folder, 'here') }
const there = { DATABASE_URL: restoredUrl, DATA_DIR: join(folder, 'there') }

const run = promisify(execFile)
const command = (name: 'create' | 'restore', environment: Record<string, string>, ...options: string[]) =>
  run(process.execPath, [`server/src/backup-${name}.ts`, ...options], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PAYMENT_GATEWAY: 'sandbox',
      ...environment,
    },
  })
const refusal = (ran: Promise<unknown>): Promise<string> =>
  ran.then(
    () => 'it was not refused',
    (error: { stderr: string }) => error.stderr.trim(),
  )

test('a backup made under load is restored into an empty installation, recounted and started', async () => {
  const product = await startProduct(here)
  products.push(product)
  const files = diskFiles(join(here.DATA_DIR, 'files'))
  await files.write('events/capa.webp', Buffer.from([0, 255]))
  await files.write('answers/atestado.pdf', '%PDF')
  const people = []
  for (let i = 0; i < 40; i++) people.push(await createUser(db))
  const events = []
  for (let i = 0; i < 12; i++) events.push(await createEvent(db, { capacity: 30 }))
  const users = simulateUsers(product.url, people, events)
  await expect.poll(() => users.acknowledged.size, POLL).toBeGreaterThan(20)

  const before = new Map(users.acknowledged)
  const { stdout } = await command('create', here, '--to', copy)
  expect(stdout).toMatch(/: \d+ tabelas, \d+ linhas, \d+ arquivos, conferidos\n$/)
  const health = db.selectFrom('service_health').where('service', '=', 'backup').select('succeeded_at')
  expect(await health.executeTakeFirst()).toEqual({ succeeded_at: expect.any(Date) })
  await users.stop()
  expect(users.acknowledged.size).toBeGreaterThan(before.size)
  expect(await product.end('SIGTERM')).toBe(0)

  expect(await refusal(command('create', here, '--to', copy))).toContain('já existe')
  await files.remove('events/capa.webp')
  expect(await refusal(command('restore', here, '--from', copy))).toBe(
    'O banco de dados não está vazio: já tem contas.',
  )
  // The restore was refused before anything was written.
  expect(await files.read('events/capa.webp')).toBeNull()

  // The key of the second factors is kept apart from the copy.
  const secrets = join(there.DATA_DIR, 'secrets.json')
  expect(await refusal(command('restore', there, '--from', copy))).toBe(
    `Falta ${secrets}, que fica guardado à parte da cópia. Ponha-o ali, ou use --without-secrets, e quem usa a verificação em duas etapas terá de ativá-la de novo.`,
  )
  await mkdir(there.DATA_DIR)
  await writeFile(secrets, JSON.stringify({ secondFactorKey: 'de outra instalação' }))
  expect(await refusal(command('restore', there, '--from', copy))).toContain('não é o da cópia')
  await copyFile(join(here.DATA_DIR, 'secrets.json'), secrets)
  await command('restore', there, '--from', copy)
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as Manifest
  for (const { schema, name, rows } of manifest.tables) {
    const counted = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(`${schema}.${name}`)}`.execute(restored)
    expect(counted.rows, name).toEqual([{ n: rows }])
  }
  const stored = await restored
    .selectFrom('orders')
    .innerJoin('registrations', 'registrations.order_id', 'orders.id')
    .select(['orders.idempotency_key', 'registrations.id'])
    .execute()
  const kept = new Map(stored.map((row) => [row.idempotency_key, row.id]))
  expect([...before].filter(([key, id]) => kept.get(key) !== id)).toEqual([])
  expect(await brokenInvariants(restored)).toEqual([])
  // The gateway may have a charge since the backup was made, so the first attempt searches.
  const unsearched = restored
    .selectFrom('payments')
    .where('charge_id', 'is', null)
    .where('charge_attempts', '=', 0)
    .select('id')
  expect(await unsearched.execute()).toEqual([])
  const rules = sql<{
    n: number
  }>`select count(*)::int as n from pg_constraint where contype = 'f' and convalidated`
  expect((await rules.execute(restored)).rows).toEqual((await rules.execute(db)).rows)
  const copied = diskFiles(join(there.DATA_DIR, 'files'))
  expect(await copied.read('events/capa.webp')).toEqual(Buffer.from([0, 255]))
  expect(String(await copied.read('answers/atestado.pdf'))).toBe('%PDF')

  const again = await startProduct(there)
  products.push(again)
  const event = await createEvent(restored)
  const more = simulateUsers(
    again.url,
    [await createUser(restored, { email: 'nova@exemplo.test', cpf: '52998224725' })],
    [event],
  )
  await expect.poll(() => more.acknowledged.size, POLL).toBe(1)
  await more.stop()
  expect(await brokenInvariants(restored)).toEqual([])
  expect(await again.end('SIGTERM')).toBe(0)
})

test('a backup that is damaged, unfinished or of a newer version is refused with a message', async () => {
  const check = () => refusal(command('create', here, '--verify', copy))
  await appendFile(join(copy, 'files/events/capa.webp'), 'x')
  expect(await check()).toBe('O arquivo events/capa.webp não é o que foi copiado.')
  await writeFile(join(copy, 'files/events/capa.webp'), Buffer.from([0, 255]))
  expect(await check()).toBe('it was not refused')

  const table = join(copy, 'tables/public.users.gz')
  const rows = await readFile(table)
  await writeFile(table, rows.subarray(0, -20))
  expect(await check()).toBe('A tabela public.users não é a que foi copiada.')
  await writeFile(table, rows)

  const path = join(copy, 'manifest.json')
  const manifest = await readFile(path, 'utf8')
  await writeFile(path, manifest.replace('"0001_schema.sql"', '"0009_newer.sql"'))
  expect(await refusal(command('restore', here, '--from', copy))).toContain('mais nova que esta')
  await rm(path)
  expect(await check()).toContain('não é uma cópia de segurança completa')
  expect((await readdir(copy)).sort()).toEqual(['files', 'tables'])
})

test('with a key the backup is encrypted, and opens with that key alone', async () => {
  const encrypted = join(folder, 'encrypted')
  const BACKUP_KEY = randomBytes(32).toString('base64')
  await command('create', { ...here, BACKUP_KEY }, '--to', encrypted)
  const names = await readdir(encrypted, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile())
  expect(files.length).toBeGreaterThan(70)
  for (const { name } of files) expect(name).toMatch(/\.enc$/)
  expect(String(await readFile(join(encrypted, 'manifest.json.enc')))).not.toContain('public')

  const verify = (environment: Record<string, string>) =>
    refusal(command('create', environment, '--verify', encrypted))
  expect(await verify({})).toBe('A cópia está cifrada: informe em BACKUP_KEY a chave com que foi feita.')
  expect(await verify({ BACKUP_KEY: 'curta' })).toContain('BACKUP_KEY precisa ter 32 bytes em base64')
  expect(await verify({ BACKUP_KEY: randomBytes(32).toString('base64') })).toBe(
    'BACKUP_KEY não é a chave com que a cópia foi cifrada.',
  )
  expect(await verify({ BACKUP_KEY })).toBe('it was not refused')

  const table = join(encrypted, 'tables/public.users.gz.enc')
  const sealed = await readFile(table)
  for (const damaged of [sealed.subarray(0, -20), Buffer.concat([sealed, Buffer.from([0])])]) {
    await writeFile(table, damaged)
    expect(await verify({ BACKUP_KEY })).toBe('A tabela public.users não é a que foi copiada.')
  }
  await writeFile(table, await readFile(join(encrypted, 'tables/public.states.gz.enc')))
  expect(await verify({ BACKUP_KEY })).toBe('A tabela public.users não é a que foi copiada.')
  await writeFile(table, sealed)

  const { db: again, url: againUrl } = await testDatabase()
  const target = { DATABASE_URL: againUrl, DATA_DIR: join(folder, 'again') }
  const lost = ['--from', encrypted, '--without-secrets']
  expect(await refusal(command('restore', target, ...lost))).toContain('informe em BACKUP_KEY')
  await command('restore', { ...target, BACKUP_KEY }, ...lost)
  const count = (of: typeof db) => of.selectFrom('registrations').select('id').orderBy('id').execute()
  expect(await count(again)).toEqual(await count(db))
  expect(String(await diskFiles(join(target.DATA_DIR, 'files')).read('answers/atestado.pdf'))).toBe('%PDF')
  await expect(readFile(join(target.DATA_DIR, 'secrets.json'))).rejects.toThrow('ENOENT')
})
