import type { Archive } from '#server/lib/archive.ts'
import { type BaseBackup, basePath, listBaseBackups, nameAt } from './layout.ts'

/** Every moment of these days can be restored. */
export const KEPT_DAYS = 14
const DAY_MS = 86_400_000

/**
 * Removes base backups that no moment of the kept days needs, and the write-ahead log that is older than the
 * earliest remaining base backup. Parts of unfinished base backups are removed after the same number of days.
 */
export async function pruneArchive(archive: Archive, now: Date): Promise<{ kept: number; removed: number }> {
  const bases = await listBaseBackups(archive)
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const firstKept = Math.max(
    0,
    bases.findLastIndex(({ finished_at }) => finished_at <= since.toISOString()),
  )
  const kept = bases.slice(firstKept)
  const removed = bases.slice(0, firstKept)
  // The description is removed first: parts without one do not count as a base backup.
  for (const { name } of removed) await archive.remove(basePath(name))
  const isLeft = (path: string) => !kept.some(({ name }) => path.replace(/\.\d+$/, '') === basePath(name))
  // Another base backup may be in progress.
  const isOld = (path: string) => path < basePath(nameAt(since))
  for await (const path of archive.list('base')) if (isLeft(path) && isOld(path)) await archive.remove(path)
  for await (const path of archive.list('wal')) if (!isNeeded(kept, path)) await archive.remove(path)
  return { kept: kept.length, removed: removed.length }
}

/**
 * A file's name ends in 8 digits of its timeline and 16 of its position in the log. Files without a position,
 * the histories of timelines, are kept: they are small.
 */
function isNeeded(kept: readonly BaseBackup[], path: string): boolean {
  const [, system, place] = /^wal\/(\d+)-[0-9A-F]{8}([0-9A-F]{16})?/.exec(path) ?? []
  const own = kept.filter((base) => base.system === system)
  return own.some(({ first_wal }) => place === undefined || place >= first_wal.slice(8))
}
