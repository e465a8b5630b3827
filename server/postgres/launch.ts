import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, ROLE } from './cluster.ts'
import { POSTGRES_ENVIRONMENT } from './run-as.ts'

export interface Launched {
  child: ChildProcess
  port: number
}

interface Options {
  durable: boolean
  /** A port to insist on. */
  port?: number
}

const ATTEMPTS = 40
/** After a crash PostgreSQL first replays its log, which may take a while. */
const RECOVERY_MS = 10 * 60_000
const LOG_LIMIT_BYTES = 5 * 1024 * 1024

export const urlOf = (cluster: Pick<Cluster, 'password'>, port: number, database: string): string =>
  `postgresql://${ROLE}:${cluster.password}@127.0.0.1:${port}/${database}`

/** Starts PostgreSQL, on a free port unless told which, and answers when it takes connections. */
export async function launch(cluster: Cluster, options: Options): Promise<Launched> {
  const logFile = join(cluster.dir, 'postgres.log')
  await keepLogSmall(logFile)
  let complaint = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = options.port ?? (await freePort())
    const logged = await sizeOf(logFile)
    const child = await spawnPostgres(cluster, settings(port, options.durable), logFile)
    if (await becomesReady(child, urlOf(cluster, port, 'postgres'))) return { child, port }
    complaint = (await readFile(logFile, 'utf8')).slice(logged)
    // Both pass: another program took the port just now, and processes of a killed PostgreSQL are still on their way out.
    if (!/could not create any TCP|pre-existing shared memory block/.test(complaint)) break
    await sleep(250)
  }
  throw new Error(`O PostgreSQL embutido não iniciou. Veja ${logFile}:\n${complaint.slice(-2000)}`)
}

async function spawnPostgres(cluster: Cluster, options: string[], logFile: string): Promise<ChildProcess> {
  const log = await open(logFile, 'a', 0o600)
  try {
    const child = spawn(join(cluster.binaries, 'postgres'), ['-D', cluster.data, ...options], {
      ...cluster.account,
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      // A session of its own: Ctrl+C in the terminal is for the server, which still needs the database to finish.
      detached: true,
      // A file, not a pipe: it must be able to write when this process is gone.
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

function settings(port: number, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    random_page_cost: 1.1,
    // Compiling a query costs more than any of ours takes.
    jit: 'off',
    max_wal_size: '2GB',
    // What people wrote is not in its log; the product's own log tells of statements that fail (and `postmaster.ts` of sessions).
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** False when it died instead. */
async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_MS
  while (performance.now() < deadline) {
    if (await answers(url)) return !hasEnded(child)
    if (hasEnded(child)) return false
    await sleep(25)
  }
  return false
}

async function answers(url: string): Promise<boolean> {
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
