import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { lockDataDir } from '../postgres/lock.ts'
import { stopOrphan } from '../postgres/orphan.ts'
import { startEmbeddedPostgres } from '../postgres/start.ts'

const PREFIX = 'largada-tests-'
const log = pino({ level: 'silent' })

/** A PostgreSQL in a temporary folder, removed afterwards. By default without fsync. */
export async function startTemporaryPostgres({
  durable = false,
} = {}): Promise<{ url: string; stop(): Promise<void> }> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX))
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

/** Servers left running by killed test runs. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const dataDir of names.map((name) => join(tmpdir(), name))) {
    const data = join(dataDir, 'postgres')
    // Without this file the server is not running.
    const running = await stat(join(data, 'postmaster.pid')).catch(() => null)
    if (running) await abandon(dataDir, data).catch(() => undefined)
  }
}

/** Rejects when the server is alive and holds the lock, or belongs to another user. */
async function abandon(dataDir: string, data: string): Promise<void> {
  const lock = lockDataDir(dataDir)
  try {
    await stopOrphan({ data }, log)
    await rm(dataDir, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
