import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Archive } from '#server/lib/archive.ts'
import { giveTo, type Home } from '../data-folder.ts'
import { walPath } from './layout.ts'

const EACH_MS = 20

interface Served {
  /** The `restore_command` of PostgreSQL. */
  command: string
  /**
   * Rejects when the archive cannot be read, so that PostgreSQL does not mistake the failure for the end of
   * the log.
   */
  failure: Promise<never>
  stop(): Promise<void>
}

interface Options {
  home: Home
  /** The folder in which the files are handed over. */
  folder: string
  system: string
  archive: Archive
}

/**
 * Hands files of the archive to PostgreSQL, whose account has neither the key nor access to the bucket. Its
 * `restore_command` requests a file by creating another one, and waits. The command fails when this process has
 * ended and removed the folder.
 */
export async function serveWal({ home, folder, system, archive }: Options): Promise<Served> {
  const place = join(folder, 'wal')
  await mkdir(place, { mode: 0o700 })
  await giveTo(home, place)
  const stopping = new AbortController()
  const failure = Promise.withResolvers<never>()
  // Prevents an unhandled rejection when the caller fails before it waits for this promise.
  failure.promise.catch(() => undefined)

  async function handOver(name: string): Promise<void> {
    const bytes = await archive.read(walPath(system, name))
    const target = join(place, bytes ? name : `${name}.missing`)
    await writeFile(`${target}.part`, bytes ?? '', { mode: 0o600 })
    await giveTo(home, `${target}.part`)
    await rm(join(place, `${name}.wanted`))
    await rename(`${target}.part`, target)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const file of await readdir(place))
        if (file.endsWith('.wanted')) await handOver(file.slice(0, -'.wanted'.length))
      await wait(EACH_MS)
    }
  }

  const running = run().catch(failure.reject)
  return {
    command: commandFor(place),
    failure: failure.promise,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function commandFor(place: string): string {
  const at = `'${place.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
  const file = `${at}/%f`
  return [
    `touch ${file}.wanted`,
    `while test -d ${at} && ! test -e ${file} && ! test -e ${file}.missing; do sleep 0.02; done`,
    `rm -f ${file}.missing`,
    `mv ${file} "%p" 2>/dev/null`,
  ].join('; ')
}
