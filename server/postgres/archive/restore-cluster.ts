import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Archive } from '#server/lib/archive.ts'
import { completeCluster, newPassword, ROLE, unfinishedFolder } from '../cluster.ts'
import { chooseDataFolder, giveTo, type Home, makeSpool } from '../data-folder.ts'
import { hasEnded, type Launched, launch } from '../launch.ts'
import { lockDataDir } from '../lock.ts'
import { DATABASE, end } from '../postmaster.ts'
import { POSTGRES_ENVIRONMENT } from '../run-as.ts'
import { type BaseBackup, partPath } from './layout.ts'
import { giveBackRole, selectRecovery } from './queries.ts'
import { serveWal } from './serve-wal.ts'

interface Wanted {
  /** Holds no cluster. */
  dataDir: string
  archive: Archive
  base: BaseBackup
  /** Null: the end of the archive. */
  to: Date | null
  log: Logger
  /** Runs in the restored database before it becomes the installation's. */
  work: (url: string) => Promise<void>
}

/**
 * Makes the cluster of a data folder from a base backup and the write-ahead log in the archive. It is made in a
 * temporary folder, so a process that dies leaves no cluster. Returns the time of the last change that it has.
 */
export async function restoreCluster(wanted: Wanted): Promise<Date | null> {
  await mkdir(wanted.dataDir, { recursive: true })
  const dataDir = await realpath(wanted.dataDir)
  const lock = lockDataDir(dataDir)
  const undo: (() => Promise<unknown>)[] = []
  try {
    const home = await chooseDataFolder(dataDir, wanted.log)
    const folder = await unfinishedFolder(home)
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const data = await unpack(home, folder, wanted)
    const wal = await serveWal({ home, folder, system: wanted.base.system, archive: wanted.archive })
    undo.push(wal.stop)
    const { launched, urlOf, remove } = await startRecovery(home, {
      folder,
      data,
      command: wal.command,
      to: wanted.to,
    })
    undo.push(remove, () => end(launched.child))
    const restoredTo = await Promise.race([promotion(home, launched, urlOf('postgres')), wal.failure])
    const password = newPassword()
    await giveBackRole(urlOf('postgres'), ROLE, password)
    await wanted.work(urlOf(DATABASE))
    await end(launched.child)
    await completeCluster(home, data, password)
    return restoredTo
  } finally {
    for (const step of undo.reverse()) await step()
    lock.release()
  }
}

/** Returns the folder of the cluster. */
async function unpack(home: Home, folder: string, { archive, base }: Wanted): Promise<string> {
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  await giveTo(home, data)
  async function* parts() {
    for (let number = 0; number < base.parts; number++) {
      const part = await archive.read(partPath(base.name, number))
      if (!part) throw new Error(`A cópia de base ${base.name} está incompleta: falta a parte ${number}.`)
      yield part
    }
  }
  const tar = spawn('tar', ['-x', '-f', '-', '-C', data], {
    ...home.account,
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(tar, 'exit')
  await pipeline(Readable.from(parts()), tar.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`A cópia de base ${base.name} não pôde ser desempacotada.`)
  const signal = join(data, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  await giveTo(home, signal)
  return data
}

interface Recovery {
  folder: string
  data: string
  command: string
  to: Date | null
}

/** Only a socket in a private folder accepts connections, without a password: the password was lost with the disk. */
async function startRecovery(home: Home, { folder, data, command, to }: Recovery) {
  const sockets = await mkdtemp(join(tmpdir(), 'largada-'))
  await giveTo(home, sockets)
  const remove = () => rm(sockets, { recursive: true, force: true })
  const trust = join(folder, 'pg_hba.conf')
  await writeFile(trust, 'local all all trust\n', { mode: 0o600 })
  await giveTo(home, trust)
  const urlAt = (port: number, database = 'postgres') =>
    `postgresql://${ROLE}@localhost:${port}/${database}?host=${encodeURIComponent(sockets)}`
  try {
    const launched = await launch(
      { ...home, data, password: '' },
      {
        durable: true,
        spool: await makeSpool(home),
        recovery: {
          urlAt,
          settings: {
            listen_addresses: '',
            unix_socket_directories: sockets,
            hba_file: trust,
            restore_command: command,
            recovery_target_action: 'promote',
            // PostgreSQL does not take `Z` here.
            ...(to && { recovery_target_time: to.toISOString().replace('Z', '+00') }),
          },
        },
      },
    )
    return { launched, remove, urlOf: (database: string) => urlAt(launched.port, database) }
  } catch (error) {
    await remove()
    throw await explained(home, error)
  }
}

/** Waits until the log is replayed and the cluster takes writes. */
async function promotion(home: Home, { child }: Launched, url: string): Promise<Date | null> {
  for (;;) {
    const found = await selectRecovery(url).catch(() => null)
    if (found && !found.recovers) return found.last
    if (hasEnded(child)) throw await explained(home, new Error('PostgreSQL ended during the recovery'))
    await wait(100)
  }
}

/** The write-ahead log in the archive ends before the wanted moment. */
export class ArchiveTooShort extends Error {
  /** The last change in the archive. */
  readonly last: Date | null
  constructor(last: Date | null, options: ErrorOptions) {
    super('recovery ended before the wanted moment', options)
    this.last = last
  }
}

/** PostgreSQL refuses to end before the time it was asked for, and logs the last change that it found. */
async function explained(home: Home, error: unknown): Promise<unknown> {
  const log = await readFile(join(home.dir, 'postgres.log'), 'utf8').catch(() => '')
  const recent = log.slice(Math.max(0, log.lastIndexOf('starting backup recovery')))
  if (!recent.includes('recovery ended before configured recovery target was reached')) return error
  const last = /last completed transaction was at log time (\S+) (\S+)\+00/.exec(recent)
  return new ArchiveTooShort(last ? new Date(`${last[1]}T${last[2]}Z`) : null, { cause: error })
}
