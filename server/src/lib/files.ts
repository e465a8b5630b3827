import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Where uploads and pictures are kept. Paths are relative, as the database stores them (`events/…`, `avatars/…`, `documents/…`). */
export interface Files {
  write(path: string, bytes: Buffer | string): Promise<void>
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  /** Everything in one of its folders, in no order. */
  list(folder: string): AsyncIterable<StoredFile>
}

interface StoredFile {
  path: string
  changedAt: Date
}

/** Folders only a checked route reads. */
export const PRIVATE_FOLDERS = ['documents', 'answers'] as const

/** Folders anybody may read through `/storage/…`; everything else is personal and leaves only through a checked route. */
export const PUBLIC_FOLDERS = ['events', 'avatars', 'routes'] as const

export function diskFiles(root: string): Files {
  const resolve = (path: string) => {
    const clean = normalize(path)
    if (clean.startsWith('..') || clean.startsWith('/')) throw new Error(`path outside the storage: ${path}`)
    return join(root, clean)
  }
  return {
    async write(path, bytes) {
      const target = resolve(path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // A reader, or a crash, never sees half a file.
      const partial = `${target}.${randomUUID()}.part`
      // Only this process serves what is in the storage: public files, too, are nobody else's to read on this machine.
      await writeFile(partial, bytes, { mode: 0o600 })
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
        // Null: removed meanwhile.
        const found = await stat(resolve(path)).catch(() => null)
        if (found) yield { path, changedAt: found.mtime }
      }
    },
  }
}
