import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, ROLE } from './cluster.ts'
import { POSTGRES_ENVIRONMENT } from './run-as.ts'

export interface Launched {
  child: ChildProcess
  port: number
}

export interface LaunchOptions {
  durable: boolean
  /** Default: a free port. */
  port?: number
  /** Where finished files of the write-ahead log are stored for the archive; null: nowhere. */
  spool?: string | null
  recovery?: Recovery
}

/** Starts a cluster from a base backup. */
interface Recovery {
  settings: Record<string, string>
  /** How this process reaches it while nobody knows its password. */
  urlAt(port: number): string
}

const ATTEMPTS = 40
/** After a crash PostgreSQL replays its write-ahead log first. */
const RECOVERY_MS = 10 * 60_000
const LOG_LIMIT_BYTES = 5 * 1024 * 1024

export const urlOf = (cluster: Pick<Cluster, 'password'>, port: number, database: string): string =>
  `postgresql://${ROLE}:${cluster.password}@127.0.0.1:${port}/${database}`

export async function launch(cluster: Cluster, options: LaunchOptions): Promise<Launched> {
  const logFile = join(cluster.dir, 'postgres.log')
  await keepLogSmall(logFile)
  let output = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = options.port ?? (await freePort())
    const logged = await sizeOf(logFile)
    const child = await spawnPostgres(cluster, settings(port, options), logFile)
    // The others are shared by tests and serve many busy processes.
    if (options.durable) yieldToServer(child)
    const url = options.recovery?.urlAt(port) ?? urlOf(cluster, port, 'postgres')
    if (await becomesReady(child, url)) return { child, port }
    output = (await readFile(logFile, 'utf8')).slice(logged)
    // Temporary errors: another program took the port, or processes of a killed PostgreSQL are still ending.
    if (!/could not create any TCP|pre-existing shared memory block/.test(output)) break
    await sleep(250)
  }
  throw new Error(`O PostgreSQL embutido não iniciou. Veja ${logFile}:\n${output.slice(-2000)}`)
}

async function spawnPostgres(cluster: Cluster, options: string[], logFile: string): Promise<ChildProcess> {
  const log = await open(logFile, 'a', 0o600)
  try {
    const child = spawn(join(cluster.binaries, 'postgres'), ['-D', cluster.data, ...options], {
      ...cluster.account,
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      // Keeps Ctrl+C in the terminal from reaching PostgreSQL, which the server needs until it has stopped.
      detached: true,
      // A file and not a pipe, so that PostgreSQL can write after this process has died.
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

/**
 * Every statement wakes a process of PostgreSQL. At the same priority it would interrupt the server's only
 * thread, which delays all requests.
 */
function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended.
  }
}

/** A file of the write-ahead log is finished after this time at the latest, so this much can be lost with the disk. */
const ARCHIVE_SECONDS = 60

function settings(port: number, { durable, spool, recovery }: LaunchOptions): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    random_page_cost: 1.1,
    // Compiling takes longer than any of our queries.
    jit: 'off',
    max_wal_size: '2GB',
    // The product's own log has the failed statements, without personal data (`prepare` in postmaster.ts).
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Tests share one server, and each test file starts a product with its own pools.
    ...(!durable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 300,
    }),
    ...(spool && {
      archive_mode: 'on',
      archive_library: 'basic_archive',
      'basic_archive.archive_directory': spool,
      archive_timeout: ARCHIVE_SECONDS,
    }),
    ...recovery?.settings,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** False when the process ended first. */
async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_MS
  while (performance.now() < deadline) {
    if (await answers(url)) return !hasEnded(child)
    if (hasEnded(child)) return false
    await sleep(25)
  }
  return false
}

/** Throws when the password is wrong. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '28P01')
      throw new Error('A senha guardada do banco de dados embutido não confere.', { cause: error })
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function keepLogSmall(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`)
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
