import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { lockDataDir } from '../postgres/lock.ts'
import { stopOrphan } from '../postgres/orphan.ts'
import { startEmbeddedPostgres } from '../postgres/start.ts'

const PREFIX = 'largada-tests-'
const log = pino({ level: 'silent' })

/** A PostgreSQL in a temporary folder, gone without a trace. Unless told to, it does not wait for the disk. */
export async function startTemporaryPostgres({
  durable = false,
} = {}): Promise<{ url: string; stop(): Promise<void> }> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX))
  // Root's temporary folders are closed to the system user that runs PostgreSQL for it.
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

/** What test runs that were killed left running. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const dataDir of names.map((name) => join(tmpdir(), name))) {
    const data = join(dataDir, 'postgres')
    // Without this file it has not started yet, or has stopped.
    const running = await stat(join(data, 'postmaster.pid')).catch(() => null)
    if (running) await abandon(dataDir, data).catch(() => undefined)
  }
}

/** Rejects when its server lives and holds the lock, or is somebody else's. */
async function abandon(dataDir: string, data: string): Promise<void> {
  const lock = lockDataDir(dataDir)
  try {
    await stopOrphan({ data }, log)
    await rm(dataDir, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
