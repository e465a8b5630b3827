import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { CopyFolder } from './copy-folder.ts'

/**
 * The contents of a backup folder. The manifest is written last: a folder without one is not a backup.
 *
 *   manifest.json                 this
 *   tables/<schema>.<table>.gz    rows in the text format of COPY
 *   files/<path>                  stored files
 *
 * The secrets of the installation are stored elsewhere, so that a stolen backup does not contain the key of the second
 * factors. Copies from before 1.0 contain a `secrets.json`.
 */
export const Manifest = z.object({
  made_at: z.iso.datetime(),
  /** The release that made it. Copies from before 1.0 may have none. */
  version: z.string().optional(),
  postgres: z.string(),
  /** The fingerprint of the installation's secrets (`fingerprintOf`). Copies from before 1.0 have none. */
  secrets: z.string().optional(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** The hash of the rows before compression. */
      sha256: z.string(),
    }),
  ),
  /** The last value that was given; null: none was. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() })),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
export type Table = Manifest['tables'][number]

export const MANIFEST = 'manifest.json'
/** Paths in the folder. */
export const tablePath = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `tables/${schema}.${name}.gz`
export const filePath = (path: string): string => `files/${path}`

/**
 * Reads everything once and compares it with the manifest. Throws a sentence about the first thing that
 * differs.
 */
export async function verifyBackup(copy: CopyFolder): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await copy.readText(MANIFEST)))
  for (const table of manifest.tables) {
    const hash = createHash('sha256')
    await pipeline(copy.read(tablePath(table)), createGunzip(), hash).catch(() => undefined)
    if (hash.digest('hex') !== table.sha256)
      throw new Error(`A tabela ${table.schema}.${table.name} não é a que foi copiada.`)
  }
  for (const { path, sha256 } of manifest.files) {
    const hash = createHash('sha256')
    await pipeline(copy.read(filePath(path)), hash).catch(() => undefined)
    if (hash.digest('hex') !== sha256) throw new Error(`O arquivo ${path} não é o que foi copiado.`)
  }
  return manifest
}
