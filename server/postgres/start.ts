import { mkdir, realpath } from 'node:fs/promises'
import type { Logger } from 'pino'
import { ensureCluster } from './cluster.ts'
import { chooseDataFolder } from './data-folder.ts'
import { lockDataDir } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { startPostmaster } from './postmaster.ts'

export interface EmbeddedPostgres {
  url: string
  /** Where the data lies, for the start message: as root it may be outside `dataDir`. */
  location: string
  /** Lets connections go, writes a checkpoint and answers when the process is gone. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Logger
  /** False, for tests only: a power cut may lose data. */
  durable?: boolean
}

/**
 * The PostgreSQL of an installation that names no other: the real server from the npm package's binaries, its data under
 * `dataDir`, reachable from this machine only.
 *
 * Only the binaries come from the package: its own launcher neither survives `kill -9` nor runs as root from a folder that only root may enter.
 * @throws with a sentence in Portuguese for whoever starts the server.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
}: Options): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  // Everything that follows may look, take over and repair, because nobody else does so at the same time.
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
