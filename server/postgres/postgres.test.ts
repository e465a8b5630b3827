// @module-tag operation
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { constants, getPriority, homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { packagedBinaries, reachableBinaries } from './binaries.ts'
import { isServing } from './orphan.ts'
import { type Account, canReach, isRoot, runAs, systemAccount } from './run-as.ts'

// Each situation is produced by killing real processes. The tests wait for events: the end of a process, or a
// line of its output. One file of over 250 lines, because all tests share the helpers that start and kill
// servers.

// Each test starts PostgreSQL several times with fsync on.
vi.setConfig({ testTimeout: 60_000 })

const PROCESS = fileURLToPath(new URL('../test/embedded-postgres-process.ts', import.meta.url))
const NOBODY = { uid: 65_534, gid: 65_534 }

const cleanUps: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

async function temporaryFolder(parent = tmpdir(), owner: Account = null): Promise<string> {
  const folder = await mkdtemp(join(parent, 'largada-test-'))
  await chmod(folder, 0o755)
  if (owner) await chown(folder, owner.uid, owner.gid)
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface Server {
  process: ChildProcess
  url: string
  location: string
}

function spawnServer(dataDir: string, account: Account = null): ChildProcess {
  const child = spawn(process.execPath, [PROCESS, dataDir], { ...account, stdio: ['ignore', 'pipe', 'pipe'] })
  cleanUps.push(async () => child.kill('SIGKILL'))
  return child
}

async function startServer(dataDir: string, account: Account = null): Promise<Server> {
  const child = spawnServer(dataDir, account)
  const refusal = child.stderr ? text(child.stderr) : Promise.resolve('')
  const line = child.stdout ? once(child.stdout, 'data').then(String) : Promise.resolve('')
  const output = await Promise.race([line, refusal.then((sentence) => Promise.reject(new Error(sentence)))])
  return { process: child, ...(JSON.parse(output) as { url: string; location: string }) }
}

async function refusal(dataDir: string): Promise<string> {
  const child = spawnServer(dataDir)
  return child.stderr ? text(child.stderr) : ''
}

async function end(server: Server, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(server.process, 'exit')
  server.process.kill(signal)
  await ended
}

async function query<T extends pg.QueryResultRow>(server: { url: string }, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

let initialised: Promise<string> | undefined
/** Copies an initialised data folder, because initialising takes longer than most tests. */
async function initialisedFolder(): Promise<string> {
  initialised ??= temporaryFolder().then(async (dataDir) => {
    await end(await startServer(dataDir), 'SIGTERM')
    return dataDir
  })
  const copy = await temporaryFolder()
  // Preserves owners, unlike Node's own copy.
  await runAs(null, '/bin/cp', ['-a', `${await initialised}/.`, copy])
  return copy
}

const postmasterPid = async (location: string): Promise<number> =>
  Number.parseInt(await readFile(join(location, 'postmaster.pid'), 'utf8'), 10)

const remember = (server: Server, note: string) =>
  query(server, `create table if not exists notes (note text); insert into notes values ('${note}')`)
const notes = async (server: Server): Promise<string[]> =>
  (await query<{ note: string }>(server, 'select note from notes order by note')).map(({ note }) => note)

test('is PostgreSQL 18 on loopback only, durable, with Portuguese collation', async () => {
  const dataDir = await temporaryFolder()
  const server = await startServer(dataDir)
  expect(server.location).toBe(join(dataDir, 'postgres'))
  expect(
    await query(
      server,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
        (select string_agg(w, ' ' order by w) from unnest(array['orca', 'Órgão', 'água', 'Zebra', 'abacate']) w) as words`,
    ),
  ).toEqual([
    { version: 18, fsync: 'on', addresses: '127.0.0.1', sockets: '', words: 'abacate água orca Órgão Zebra' },
  ])
  await query(server, 'create extension pg_trgm; create extension unaccent')
  expect(await query(server, `select unaccent('São João') as plain, 'ã' = any(show_trgm('ã')) as n`)).toEqual(
    [{ plain: 'Sao Joao', n: false }],
  )
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  await expect(query({ url: server.url.replace(/:[^:@]+@/, ':wrong@') }, 'select 1')).rejects.toThrow(
    /password/,
  )

  const pid = await postmasterPid(server.location)
  await end(server, 'SIGTERM')
  expect(await isServing(pid, server.location)).toBe(false)
})

test('yields to the server: all its processes have a lower priority', async () => {
  const server = await startServer(await temporaryFolder())
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  const [checkpointer] = await query<{ pid: number }>(
    server,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  )
  expect(getPriority(await postmasterPid(server.location))).toBe(PRIORITY_BELOW_NORMAL)
  expect(getPriority(checkpointer?.pid ?? 0)).toBe(PRIORITY_BELOW_NORMAL)
  await end(server, 'SIGTERM')
})

test('loses nothing when the server, or all processes, are killed', async () => {
  const dataDir = await initialisedFolder()
  const first = await startServer(dataDir)
  await remember(first, '1 before the server was killed')
  const orphan = await postmasterPid(first.location)
  await end(first, 'SIGKILL')
  expect(await isServing(orphan, first.location)).toBe(true)

  const second = await startServer(dataDir)
  expect(await isServing(orphan, first.location)).toBe(false)
  await remember(second, '2 before everything was killed')
  process.kill(second.process.pid ?? 0, 'SIGSTOP')
  process.kill(await postmasterPid(second.location), 'SIGKILL')
  await end(second, 'SIGKILL')

  const third = await startServer(dataDir)
  await remember(third, '3 before the power cut')
  process.kill(third.process.pid ?? 0, 'SIGSTOP')
  process.kill(await postmasterPid(third.location), 'SIGKILL')
  await end(third, 'SIGKILL')
  // After a reboot another process may have the same pid.
  const otherProcess = spawn('sleep', ['600'], isRoot() ? await systemAccount() : {})
  cleanUps.push(async () => otherProcess.kill('SIGKILL'))
  const pidFile = join(third.location, 'postmaster.pid')
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(otherProcess.pid)))

  const fourth = await startServer(dataDir)
  expect(await notes(fourth)).toEqual([
    '1 before the server was killed',
    '2 before everything was killed',
    '3 before the power cut',
  ])
  expect(otherProcess.exitCode).toBeNull()
  await end(fourth, 'SIGTERM')
})

test('its log contains no personal data, whatever fails', async () => {
  const dataDir = await initialisedFolder()
  const server = await startServer(dataDir)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create table people (cpf text unique, age int check (age > 0))')
  const insert = (...values: unknown[]) => client.query('insert into people values ($1, $2)', values)
  await insert('52998224725', 30)
  await expect(insert('52998224725', 30)).rejects.toMatchObject({ detail: expect.stringContaining('529982') })
  await expect(insert('11144477735', -1)).rejects.toMatchObject({ detail: expect.stringContaining('111444') })
  await expect(client.query(`select '52998224725 de Ana'::int`)).rejects.toThrow('52998224725 de Ana')
  await expect(client.query(`insert into people (nome) values ('Ana')`)).rejects.toThrow('nome')
  await client.query(`do $$ begin raise warning 'Ana, 52998224725'; end $$`)
  await expect(query({ url: server.url.replace(/:[^:@]+@/, ':segredo@') }, 'select 1')).rejects.toThrow()
  await client.end()
  await end(server, 'SIGTERM')
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('password authentication failed')
  expect(log).toContain('database system is shut down')
  expect(log).not.toMatch(/52998224725|11144477735|Ana|insert|people|segredo/)
})

test('restarts PostgreSQL when it is killed', async () => {
  const server = await startServer(await initialisedFolder())
  const killed = await postmasterPid(server.location)
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => query(server, 'select 1 as alive').catch(() => 'not yet'), { timeout: 30_000 })
    .toEqual([{ alive: 1 }])
  expect(await postmasterPid(server.location)).not.toBe(killed)
  await end(server, 'SIGTERM')
})

test('allows one server per data folder at a time', async () => {
  const dataDir = await temporaryFolder()
  const racers = await Promise.allSettled([startServer(dataDir), startServer(dataDir)])
  const winner = racers.find((racer) => racer.status === 'fulfilled')?.value
  const loser = racers.find((racer) => racer.status === 'rejected')
  expect(String(loser?.reason)).toContain(`Outro servidor da Largada já usa a pasta ${dataDir}`)
  if (!winner) throw new Error('neither started')

  expect(await refusal(dataDir)).toContain(`(processo ${winner.process.pid})`)
  expect(await query(winner, 'select 1 as alive')).toEqual([{ alive: 1 }])
  await end(winner, 'SIGKILL')
  const next = await startServer(dataDir)
  await end(next, 'SIGTERM')
})

test('starts after an initialisation that was killed', async () => {
  const dataDir = await temporaryFolder()
  const killed = spawnServer(dataDir)
  await expect.poll(() => unfinishedCluster(dataDir), { interval: 5, timeout: 10_000 }).toBe(true)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const server = await startServer(dataDir)
  await remember(server, 'here')
  await end(server, 'SIGTERM')
  expect(await unfinishedCluster(dataDir)).toBe(false)
})

async function unfinishedCluster(dataDir: string): Promise<boolean> {
  const { stdout } = await runAs(null, '/bin/sh', [
    '-c',
    `ls "$1" | grep -c '^postgres.new-' || true`,
    'sh',
    dataDir,
  ])
  return Number(stdout) > 0
}

describe.runIf(isRoot())('as root', () => {
  test('runs as an unprivileged system user', async () => {
    const server = await startServer(await initialisedFolder())
    const status = await readFile(`/proc/${await postmasterPid(server.location)}/status`, 'utf8')
    expect(status).toMatch(new RegExp(`^Uid:\\t${(await systemAccount()).uid}\\t`, 'm'))
    await end(server, 'SIGTERM')
  })

  test('keeps the data elsewhere when only root can read the data folder', async () => {
    const closed = await temporaryFolder(homedir())
    await chmod(closed, 0o700)
    const dataDir = join(closed, 'data')
    const first = await startServer(dataDir)
    cleanUps.push(() => rm(dirname(first.location), { recursive: true, force: true }))
    expect(first.location).toMatch(/^\/var\/lib\/largada\/[0-9a-f]{16}\/postgres$/)
    await remember(first, 'kept')
    await end(first, 'SIGKILL')

    const second = await startServer(dataDir)
    expect(second.location).toBe(first.location)
    expect(await notes(second)).toEqual(['kept'])
    expect(await refusal(dataDir)).toContain('Outro servidor da Largada')
    await end(second, 'SIGTERM')
  })

  test('copies the binaries when only root can read the project', async () => {
    const closed = await temporaryFolder(homedir())
    await chmod(closed, 0o700)
    const source = dirname(await packagedBinaries())
    await cp(source, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    await cp(join(source, '../package.json'), join(closed, 'package.json'))
    const account = await systemAccount()
    const shared = join(await temporaryFolder(), 'shared')
    const copy = await reachableBinaries(join(closed, 'native/bin'), account, shared)
    expect(copy.startsWith(shared)).toBe(true)
    expect((await runAs(account, join(copy, 'postgres'), ['--version'])).stdout).toContain('PostgreSQL) 18')
    expect(await reachableBinaries(join(closed, 'native/bin'), account, shared)).toBe(copy)
  })

  test('root runs an existing cluster of a normal user as that user', async (context) => {
    const reachable = await Promise.all(
      [process.execPath, dirname(PROCESS)].map((path) => canReach(NOBODY, path)),
    )
    context.skip(reachable.includes(false), 'the project lies where only root may enter')
    const dataDir = await temporaryFolder(tmpdir(), NOBODY)
    const person = await startServer(dataDir, NOBODY)
    await remember(person, 'mine')
    await end(person, 'SIGKILL')

    const root = await startServer(dataDir)
    expect(await notes(root)).toEqual(['mine'])
    expect((await stat(root.location)).uid).toBe(NOBODY.uid)
    await end(root, 'SIGTERM')
    await end(await startServer(dataDir, NOBODY), 'SIGTERM')
  })
})
