import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Archive, type ArchivePlace, openArchive } from '#server/lib/archive.ts'
import { readSystemIdentifier } from './archive/queries.ts'
import { type Shipping, shipWal } from './archive/ship-wal.ts'
import { type Cluster, ensureCluster, passwordFile } from './cluster.ts'
import { chooseDataFolder, clusterDir, locationOf, makeSpool } from './data-folder.ts'
import { answers, urlOf } from './launch.ts'
import { lockDataDir } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { DATABASE, startPostmaster } from './postmaster.ts'

const PORT_LINE = 3

export interface EmbeddedPostgres {
  url: string
  /** When root runs the server it may be outside `dataDir`. */
  location: string
  /** How long the write-ahead log has waited for its archive; null without one. */
  walWaitingMs: (() => Promise<number>) | null
  /** Resolves when its process has ended. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Logger
  /** False only in tests: a power cut may then lose data. */
  durable?: boolean
  /** Where the write-ahead log goes. */
  archive?: ArchivePlace | null
}

/** Errors are Portuguese sentences. See docs/decisions/0005-embedded-postgres.md. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  archive: archivePlace = null,
}: Options): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  // While this process holds the lock, it may inspect, stop and repair what earlier servers left.
  const lock = lockDataDir(await realpath(dataDir))
  try {
    const home = await chooseDataFolder(await realpath(dataDir), log)
    const cluster = await ensureCluster(home, { durable })
    await stopOrphan(cluster, log)
    const spool = archivePlace && (await makeSpool(home))
    const postmaster = await startPostmaster(cluster, { durable, log, spool })
    const archive = archivePlace && (await openArchive(archivePlace))
    const shipping =
      archive && spool ? await startShipping(cluster, { url: postmaster.url, spool, archive, log }) : null
    return {
      url: postmaster.url,
      location: cluster.data,
      walWaitingMs: shipping?.waitingMs ?? null,
      async stop() {
        await postmaster.stop()
        await shipping?.stop()
        archive?.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startShipping(
  { data }: Pick<Cluster, 'data'>,
  { url, ...options }: { url: string; spool: string; archive: Archive; log: Logger },
): Promise<Shipping> {
  return shipWal({ ...options, data, system: await readSystemIdentifier(url) })
}

/** Running or not. */
export async function hasPostgres(dataDir: string): Promise<boolean> {
  try {
    await stat(clusterDir(await locationOf(dataDir)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** For tools that run beside the server; null when it is not running. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const dir = await locationOf(dataDir)
  const pidFile = await readFile(join(clusterDir(dir), 'postmaster.pid'), 'utf8').catch(() => '')
  const password = await readFile(passwordFile({ dir }), 'utf8').catch(() => '')
  const port = Number(pidFile.split('\n')[PORT_LINE])
  if (!port || !password) return null
  const url = urlOf({ password: password.trim() }, port, DATABASE)
  // The pid file remains after a crash, so the connection is tested.
  return (await answers(url).catch(() => false)) ? url : null
}
