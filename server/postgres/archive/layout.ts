import { z } from 'zod'
import type { Archive } from '#server/lib/archive.ts'

/**
 * A base backup: the files of a cluster while it ran. It is written last, when its parts and the write-ahead log that
 * makes them consistent are in the archive.
 *
 *   base/<name>           this
 *   base/<name>.<n>       its parts: a tar file cut into pieces
 *   wal/<system>-<file>   a file of the write-ahead log, of the cluster with this system identifier
 */
export const BaseBackup = z.object({
  name: z.string(),
  /** PostgreSQL's identifier of the cluster. */
  system: z.string(),
  postgres: z.string(),
  /** The release that made it. */
  version: z.string(),
  /** The fingerprint of the installation's secrets. */
  secrets: z.string().nullable(),
  /** The first moment to which it can be restored. */
  finished_at: z.iso.datetime(),
  /** The first file of the write-ahead log that it needs. */
  first_wal: z.string(),
  parts: z.int(),
})
export type BaseBackup = z.infer<typeof BaseBackup>

/** Names of base backups are sorted by time. */
export const nameAt = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

export const basePath = (name: string): string => `base/${name}`
export const partPath = (name: string, number: number): string => `${basePath(name)}.${number}`
export const walPath = (system: string, file: string): string => `wal/${system}-${file}`

/** Earliest first. */
export async function listBaseBackups(archive: Archive): Promise<BaseBackup[]> {
  const found: BaseBackup[] = []
  for await (const path of archive.list('base')) {
    if (/\.\d+$/.test(path)) continue
    const text = await archive.read(path)
    if (text) found.push(BaseBackup.parse(JSON.parse(String(text))))
  }
  return found.sort((a, b) => a.finished_at.localeCompare(b.finished_at))
}
