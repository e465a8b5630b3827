import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Paths are relative, as stored in the database (`events/…`, `avatars/…`, `documents/…`). */
export interface Files {
  write(path: string, bytes: Buffer | string): Promise<void>
  read(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  /** In no particular order. */
  list(folder: string): AsyncIterable<StoredFile>
}

interface StoredFile {
  path: string
  changedAt: Date
}

/** Folders served only by routes that check permission. */
export const PRIVATE_FOLDERS = ['documents', 'answers', 'receipts'] as const

/** Folders served to anybody by `/storage/…`. */
export const PUBLIC_FOLDERS = ['events', 'avatars', 'routes'] as const

/** `isSynced`: a file is on the disk, also after a power cut, when `write` has returned. */
export function diskFiles(root: string, { isSynced = false } = {}): Files {
  const resolve = (path: string) => {
    const clean = normalize(path)
    if (clean.startsWith('..') || clean.startsWith('/')) throw new Error(`path outside the storage: ${path}`)
    return join(root, clean)
  }
  return {
    async write(path, bytes) {
      const target = resolve(path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // Renamed when complete: no reader sees half a file, not even after a crash.
      const partial = `${target}.${randomUUID()}.part`
      // Other users of this machine cannot read the storage, not even its public folders.
      await writeFile(partial, bytes, { mode: 0o600, flush: isSynced })
      await rename(partial, target)
    },
    async read(path) {
      return readFile(resolve(path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
        throw error
      })
    },
    async remove(path) {
      await rm(resolve(path), { force: true })
    },
    async *list(folder) {
      await mkdir(resolve(folder), { recursive: true, mode: 0o700 })
      for await (const entry of await opendir(resolve(folder))) {
        if (!entry.isFile()) continue
        const path = `${folder}/${entry.name}`
        // Null when the file was removed since it was listed.
        const found = await stat(resolve(path)).catch(() => null)
        if (found) yield { path, changedAt: found.mtime }
      }
    },
  }
}
