import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { lockDataDir } from '../postgres/lock.ts'
import { stopOrphan } from '../postgres/orphan.ts'
import { startEmbeddedPostgres } from '../postgres/start.ts'

const PREFIX = 'largada-tests-'
/**
 * On Linux, a file system in memory. A clone of the template has some 750 files, which a disk writes slowly.
 */
const MEMORY = '/dev/shm'
const MEMORY_BYTES = 4 * 2 ** 30
const log = pino({ level: 'silent' })

/**
 * Starts a PostgreSQL in a temporary folder and removes it afterwards. By default without fsync, and in
 * memory if there is enough space.
 */
export async function startTemporaryPostgres({
  durable = false,
} = {}): Promise<{ url: string; stop(): Promise<void> }> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(durable ? tmpdir() : await roomiest(), PREFIX))
  // The system user that runs PostgreSQL for root must be able to read the folder.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** In containers this file system is often as small as 64 MB. */
async function roomiest(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => null)
  return room && room.bavail * room.bsize >= MEMORY_BYTES ? MEMORY : tmpdir()
}

/** Removes servers left running by killed test runs. */
async function removeAbandoned(): Promise<void> {
  for (const folder of [tmpdir(), MEMORY]) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => one.startsWith(PREFIX)))
      await removeAbandonedIn(join(folder, name))
  }
}

async function removeAbandonedIn(dataDir: string): Promise<void> {
  const data = join(dataDir, 'postgres')
  // The server is not running without this file.
  const running = await stat(join(data, 'postmaster.pid')).catch(() => null)
  if (running) await abandon(dataDir, data).catch(() => undefined)
}

/** Throws when the server is alive and holds the lock, or belongs to another user. */
async function abandon(dataDir: string, data: string): Promise<void> {
  const lock = lockDataDir(dataDir)
  try {
    await stopOrphan({ data }, log)
    await rm(dataDir, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
