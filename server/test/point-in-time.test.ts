// @module-tag operation
import { type ExecFileException, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { diskFiles } from '#server/lib/files.ts'
import { isServing } from '../postgres/orphan.ts'
import { findRunningPostgres } from '../postgres/start.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { type Product, startProduct } from './product.ts'
import { settle } from './recount.ts'
import { simulateUsers } from './simulated-users.ts'

// The drill of docs/operations.md: people register, a backup is made, more people register, the disk is lost, and
// the installation is restored to a moment. It is run with the commands, on the embedded PostgreSQL.

vi.setConfig({ testTimeout: 300_000 })
const POLL = { timeout: 90_000, interval: 100 }

const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
// The system user that runs PostgreSQL for root must be able to read it.
await chmod(folder, 0o755)
const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

const dataDir = join(folder, 'data')
const archive = join(folder, 'archive')
const copy = join(folder, 'copy')
const environment = {
  DATA_DIR: dataDir,
  BACKUP_WAL: archive,
  BACKUP_KEY: randomBytes(32).toString('base64'),
  PAYMENT_GATEWAY: 'sandbox',
}

const command = (name: 'create' | 'restore', ...options: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [`server/src/backup-${name}.ts`, ...options], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
  }).then(
    ({ stdout }) => stdout,
    (error: ExecFileException) => Promise.reject(new Error(String(error.stderr).trim())),
  )

const cluster = join(dataDir, 'postgres')

interface Started {
  product: Product
  db: Db
  kill(): Promise<void>
}

async function start(): Promise<Started> {
  const product = await startProduct(environment)
  const url = await findRunningPostgres(dataDir)
  if (!url) throw new Error('PostgreSQL does not run')
  const db = createDb(createPool(url, { max: 2, onError: () => undefined }))
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  const kill = async () => {
    if (product.child.exitCode === null && product.child.signalCode === null) await product.end('SIGKILL')
    if (await isServing(pid, cluster)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => isServing(pid, cluster), POLL).toBe(false)
  }
  undo.push(async () => {
    product.child.kill('SIGKILL')
    if (await isServing(pid, cluster)) process.kill(pid, 'SIGKILL')
  })
  return { product, db, kill }
}

/** Leaves an empty data folder with the secrets, as on a new machine. */
async function loseDisk({ db, kill }: Started, secrets: Buffer | null): Promise<void> {
  await db.destroy()
  await kill()
  await rm(dataDir, { recursive: true, maxRetries: 10 })
  await mkdir(dataDir)
  if (secrets) await diskFiles(dataDir).write('secrets.json', secrets)
}

async function registerAll({ product, db }: Started, count: number): Promise<number[]> {
  const people = []
  for (let i = 0; i < count; i++) people.push(await createUser(db))
  const users = simulateUsers(product.url, people, [await createEvent(db)])
  await expect.poll(() => users.acknowledged.size, POLL).toBe(count)
  await users.stop()
  await settle(db)
  return [...users.acknowledged.values()]
}

/** The clock of the database, as the operator writes it. */
async function now(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS.MS') as at`.execute(
    db,
  )
  return rows[0]?.at ?? ''
}

const registrationsIn = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('registrations').select('id').orderBy('id').execute()).map(({ id }) => id)

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

/** Files of the log in the archive, without those that are still being written. */
const archivedFiles = async () =>
  (await readdir(join(archive, 'wal'))).filter((name) => !name.endsWith('.part'))

/** Waits until everything that was written so far is in the archive. */
async function archived(db: Db): Promise<void> {
  const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(db)
  const file = rows[0]?.file ?? ''
  await expect.poll(async () => (await archivedFiles()).some((name) => name.includes(file)), POLL).toBe(true)
}

test('after the disk is lost, everything up to a moment is restored and nothing after it', async () => {
  const first = await start()
  const before = await registerAll(first, 6)
  await diskFiles(join(dataDir, 'files')).write('answers/atestado.pdf', '%PDF')
  const said = await command('create', '--to', copy)
  expect(said).toMatch(/conferidos\nArquivo: cópia de base de \S+, 1 guardada de até 14 dias\n$/)
  const between = await registerAll(first, 6)
  const moment = await now(first.db)
  const later = await registerAll(first, 3)
  await archived(first.db)
  const secrets = await readFile(join(dataDir, 'secrets.json'))
  // Nothing in the archive can be read without the key.
  for (const name of await archivedFiles()) expect(name).toMatch(/\.gz\.enc$/)

  await expect(command('restore', '--to', moment)).rejects.toThrow(`Já há um banco de dados em ${dataDir}.`)
  await loseDisk(first, null)

  await expect(command('restore', '--to', moment)).rejects.toThrow(
    `Falta ${join(dataDir, 'secrets.json')}, que fica guardado à parte da cópia.`,
  )
  await diskFiles(dataDir).write('secrets.json', secrets)
  await expect(command('restore', '--to', '2001-01-01 10:00')).rejects.toThrow(
    /^O primeiro momento que o arquivo restaura é \d\d\/\d\d\/\d{4} às \d\d:\d\d\. Peça um depois dele\.$/,
  )
  await expect(command('restore', '--to', '2099-01-01 10:00')).rejects.toThrow(
    /^O arquivo não chega até esse momento: a última mudança nele é de .* Peça um anterior, ou --to latest\.$/,
  )
  await expect(command('restore', '--to', 'ontem')).rejects.toThrow('Informe --to como "aaaa-mm-dd hh:mm"')
  // None of the refused attempts left a cluster.
  expect(
    (await readdir(dataDir)).filter((name) => name === 'postgres' || name.startsWith('postgres.new')),
  ).toEqual([])

  const archiveBefore = join(folder, 'archive-before')
  await cp(archive, archiveBefore, { recursive: true })
  expect(await command('restore', '--to', moment, '--from', copy)).toMatch(
    /^Restaurado: a última mudança é de .*\nDepois de iniciar o servidor: npm run payments:reconcile -- --from \S+ --to \S+\n$/,
  )
  const second = await start()
  expect(await registrationsIn(second.db)).toEqual(sorted([...before, ...between]))
  expect(await brokenInvariants(second.db)).toEqual([])
  expect(String(await diskFiles(join(dataDir, 'files')).read('answers/atestado.pdf'))).toBe('%PDF')
  const again = await registerAll(second, 2)
  await archived(second.db)

  // The restored cluster archives its own log: it can be lost too.
  await loseDisk(second, secrets)
  await command('restore', '--to', 'latest')
  const third = await start()
  expect(await registrationsIn(third.db)).toEqual(sorted([...before, ...between, ...again]))

  // The archive as it was at the loss of the disk ends with what was written last.
  await loseDisk(third, secrets)
  environment.BACKUP_WAL = archiveBefore
  await command('restore', '--to', 'latest')
  const fourth = await start()
  expect(await registrationsIn(fourth.db)).toEqual(sorted([...before, ...between, ...later]))
  await fourth.db.destroy()
  expect(await fourth.product.end('SIGTERM')).toBe(0)
})
