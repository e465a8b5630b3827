import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Files, PRIVATE_FOLDERS, PUBLIC_FOLDERS } from '#server/lib/files.ts'
import { MANIFEST, type Manifest, SECRETS, type Table, tablePath } from './manifest.ts'
import {
  type Client,
  inTransaction,
  rowsOf,
  selectMigrations,
  selectSequences,
  selectTables,
  selectVersion,
} from './queries.ts'

interface Source {
  /** Past a pooler. */
  databaseUrl: string
  files: Files
  /** Holds `secrets.json`. */
  dataDir: string
}

/**
 * Copies a running installation into `folder`, which must not exist: one snapshot of the database, then the files. A row's file is
 * stored before the row, so that the files of the snapshot are there; one that was removed in between belonged to nothing any more.
 */
export async function createBackup(source: Source, folder: string): Promise<Manifest> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 })
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const database = await copyDatabase(source.databaseUrl, folder)
  const files = await copyFiles(source.files, join(folder, 'files'))
  await copyFile(join(source.dataDir, SECRETS), join(folder, SECRETS))
  const manifest = { made_at: new Date().toISOString(), ...database, files }
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 })
  return manifest
}

const copyDatabase = (url: string, folder: string): Promise<Omit<Manifest, 'made_at' | 'files'>> =>
  inTransaction(url, 'isolation level repeatable read read only', async (client) => {
    const postgres = await selectVersion(client)
    const migrations = await selectMigrations(client)
    const tables: Table[] = []
    for (const table of await selectTables(client))
      tables.push({ ...table, ...(await copyTable(client, folder, table)) })
    // After the rows: a sequence is not part of the snapshot, and may be ahead of it but never behind.
    return { postgres, migrations, tables, sequences: await selectSequences(client) }
  })

async function copyTable(
  client: Client,
  folder: string,
  table: Pick<Table, 'schema' | 'name' | 'columns'>,
): Promise<Pick<Table, 'rows' | 'sha256'>> {
  const rows = rowsOf(client, table)
  const hash = createHash('sha256')
  const hashed = new PassThrough().on('data', (chunk) => hash.update(chunk))
  const file = createWriteStream(tablePath(folder, table), { mode: 0o600 })
  await pipeline(rows, hashed, createGzip({ level: 4 }), file)
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

async function copyFiles(files: Files, folder: string): Promise<Manifest['files']> {
  const copied: Manifest['files'] = []
  for (const name of [...PUBLIC_FOLDERS, ...PRIVATE_FOLDERS]) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    for await (const { path } of files.list(name)) {
      const bytes = await files.read(path)
      if (!bytes || path.endsWith('.part')) continue
      await writeFile(join(folder, path), bytes, { mode: 0o600 })
      copied.push({ path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  }
  return copied
}
