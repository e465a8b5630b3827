import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decrypting, encrypting } from './encrypted-stream.ts'
import { diskFiles, type Files } from './files.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** One object of an upload to a slow bucket may take this long. */
const REQUEST_MS = 60_000
const COMPRESSED = '.gz'
const ENCRYPTED = '.gz.enc'

/**
 * Where the write-ahead log and base backups are kept: a folder, or a bucket. Objects are compressed, and encrypted
 * with a key if there is one. docs/algorithms/backup.md says what it holds.
 */
export interface Archive {
  write(path: string, bytes: Buffer | string): Promise<void>
  /** Null when there is none. Fails with a sentence in Portuguese when it cannot be decrypted. */
  read(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
  /** In no particular order. */
  list(folder: string): AsyncIterable<string>
  close(): void
}

export interface ArchivePlace {
  /** A folder, or the address of a bucket. */
  place: string
  /** Null: objects are not encrypted. */
  key: Buffer | null
}

export async function openArchive({ place, key }: ArchivePlace): Promise<Archive> {
  const files = await openPlace(place)
  const nameOf = (path: string) => path + (key ? ENCRYPTED : COMPRESSED)
  return {
    async write(path, bytes) {
      const packed = await pack(bytes, { level: 3 })
      await files.write(
        nameOf(path),
        key ? await buffer(Readable.from([packed]).pipe(encrypting(key, path))) : packed,
      )
    },
    async read(path) {
      const sealed = await files.read(path + ENCRYPTED)
      if (sealed && !key)
        throw new Error('O arquivo em BACKUP_WAL está cifrado: informe a chave em BACKUP_KEY.')
      const packed =
        sealed && key
          ? await buffer(Readable.from([sealed]).pipe(decrypting(key, path)))
          : await files.read(path + COMPRESSED)
      return packed && unpack(packed)
    },
    async remove(path) {
      for (const ending of [COMPRESSED, ENCRYPTED]) await files.remove(path + ending)
    },
    async *list(folder) {
      for await (const { path } of files.list(folder)) {
        const ending = [ENCRYPTED, COMPRESSED].find((one) => path.endsWith(one))
        if (ending) yield path.slice(0, -ending.length)
      }
    },
    close: files.close,
  }
}

/** The S3 client is large and imported only when needed. */
async function openPlace(place: string): Promise<Files & { close(): void }> {
  if (!URL.canParse(place)) return { ...diskFiles(place, { isSynced: true }), close: () => undefined }
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(place, { requestMs: REQUEST_MS })
}
