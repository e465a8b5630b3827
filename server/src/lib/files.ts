import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Where uploads and pictures are kept. Paths are relative, as the database stores them (`events/…`, `avatars/…`, `documents/…`). */
export interface Files {
  write(path: string, bytes: Buffer | string): Promise<void>
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
}

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
      await mkdir(dirname(target), { recursive: true })
      // A reader, or a crash, never sees half a file.
      const partial = `${target}.${randomUUID()}.part`
      await writeFile(partial, bytes)
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
  }
}
