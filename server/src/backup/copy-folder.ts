import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline as ended } from 'node:stream/promises'
import { decrypting, encrypting } from '#server/lib/encrypted-stream.ts'
import { MANIFEST } from './manifest.ts'

/** The ending of the names of encrypted files. */
const ENCRYPTED = '.enc'

export interface CopyFolder {
  write(path: string, source: Readable): Promise<void>
  /** Fails while it is read, with a sentence in Portuguese, if the file cannot be decrypted. */
  read(path: string): Readable
  readText(path: string): Promise<string>
}

/** `key` null: not encrypted. */
export function copyFolder(folder: string, key: Buffer | null): CopyFolder {
  const placeOf = (path: string) => join(folder, key ? path + ENCRYPTED : path)
  const read = (path: string): Readable => {
    const stored = createReadStream(placeOf(path))
    // `pipeline` reports an error to the reader, so the callback ignores it.
    return key ? pipeline(stored, decrypting(key, path), () => undefined) : stored
  }
  return {
    async write(path, source) {
      await mkdir(dirname(placeOf(path)), { recursive: true, mode: 0o700 })
      const target = createWriteStream(placeOf(path), { mode: 0o600 })
      await (key ? ended(source, encrypting(key, path), target) : ended(source, target))
    },
    read,
    readText: (path) => text(read(path)),
  }
}

/** Throws a sentence for a folder without a complete backup, and for an encrypted one without a key. */
export async function openCopy(folder: string, key: Buffer | null): Promise<CopyFolder> {
  const has = (name: string) =>
    access(join(folder, name)).then(
      () => true,
      () => false,
    )
  if (await has(MANIFEST)) return copyFolder(folder, null)
  if (!(await has(MANIFEST + ENCRYPTED)))
    throw new Error(`${folder} não é uma cópia de segurança completa: falta ${MANIFEST}.`)
  if (!key) throw new Error('A cópia está cifrada: informe em BACKUP_KEY a chave com que foi feita.')
  return copyFolder(folder, key)
}
