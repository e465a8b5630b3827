import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Archive } from '#server/lib/archive.ts'
import { walPath } from './layout.ts'

/** Segments, the starts of base backups and the histories of timelines; not what PostgreSQL is still writing. */
const COMPLETE = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/
const EACH_MS = 500
const AFTER_FAILURE_MS = 5_000

export interface Shipping {
  /** How long the oldest file of the write-ahead log has waited for the archive. */
  waitingMs(): Promise<number>
  stop(): Promise<void>
}

interface Options {
  /** Where PostgreSQL stores finished files of the log. */
  spool: string
  /** The cluster's folder. */
  data: string
  system: string
  archive: Archive
  log: Logger
}

/**
 * Moves each file of the write-ahead log from the spool to the archive. A file leaves the spool after it is stored;
 * after a crash it is stored again, under the same name and with the same content.
 */
export function shipWal({ spool, data, system, archive, log }: Options): Shipping {
  const stopping = new AbortController()
  let failing = false

  async function shipAll(): Promise<void> {
    // Histories first: they are sorted before the segments of their timeline.
    for (const file of (await readdir(spool)).filter((name) => COMPLETE.test(name)).sort()) {
      await archive.write(walPath(system, file), await readFile(join(spool, file)))
      await rm(join(spool, file))
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await shipAll()
        if (failing) log.info('the write-ahead log reaches its archive again')
        failing = false
      } catch (error) {
        if (!failing) log.error({ err: error }, 'the write-ahead log does not reach its archive')
        failing = true
      }
      await wait(failing ? AFTER_FAILURE_MS : EACH_MS, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
    }
  }

  const running = run()
  return {
    async waitingMs() {
      // PostgreSQL marks what it has not stored in the spool yet, for example on a full disk.
      const unstored = join(data, 'pg_wal', 'archive_status')
      const names = await Promise.all([
        namesIn(spool, (name) => COMPLETE.test(name)),
        namesIn(unstored, (name) => name.endsWith('.ready')),
      ])
      const since = await Promise.all(names.flat().map(changedAt))
      return Math.max(0, Date.now() - Math.min(Date.now(), ...since))
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const namesIn = async (folder: string, isWanted: (name: string) => boolean): Promise<string[]> =>
  (await readdir(folder)).filter(isWanted).map((name) => join(folder, name))

/** A file that has left meanwhile does not wait. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
