import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/**
 * What a backup folder holds. It is written last: a folder without one is not a backup.
 *
 *   manifest.json                 this
 *   secrets.json                  the installation's secrets
 *   tables/<schema>.<table>.gz    rows in the text format of COPY
 *   files/<path>                  stored files
 */
export const Manifest = z.object({
  made_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** Of the rows before compression. */
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
export const SECRETS = 'secrets.json'
export const tablePath = (folder: string, { schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  join(folder, 'tables', `${schema}.${name}.gz`)

/** Reads everything once and compares it with the manifest. Throws a sentence about the first thing that differs. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} não é uma cópia de segurança completa: falta ${MANIFEST}.`)
  const manifest = Manifest.parse(JSON.parse(text))
  for (const table of manifest.tables) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(tablePath(folder, table)), createGunzip(), hash).catch(() => undefined)
    if (hash.digest('hex') !== table.sha256)
      throw new Error(`A tabela ${table.schema}.${table.name} não é a que foi copiada.`)
  }
  for (const { path, sha256 } of manifest.files) {
    const bytes = await readFile(join(folder, 'files', path)).catch(() => Buffer.alloc(0))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`O arquivo ${path} não é o que foi copiado.`)
  }
  return manifest
}
