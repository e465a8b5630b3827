import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Files, PRIVATE_FOLDERS, PUBLIC_FOLDERS } from '#server/lib/files.ts'
import { fingerprintOf, SECRETS_FILE } from '#server/lib/secrets.ts'
import { VERSION } from '#server/lib/version.ts'
import { type CopyFolder, copyFolder } from './copy-folder.ts'
import { filePath, MANIFEST, type Manifest, type Table, tablePath } from './manifest.ts'
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
  /** Connects to PostgreSQL directly, not through a pooler. */
  databaseUrl: string
  files: Files
  /** Holds `secrets.json`. */
  dataDir: string
  /** Null: the copy is not encrypted. */
  key: Buffer | null
}

/**
 * Copies a running installation into `folder`, which must not exist: one snapshot of the database, then the
 * files. A file is stored before its row, so that every file that the snapshot names exists. A file that is
 * removed while the copy is made had no row any more.
 */
export async function createBackup(source: Source, folder: string): Promise<Manifest> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 })
  const copy = copyFolder(folder, source.key)
  const database = await copyDatabase(source.databaseUrl, copy)
  const files = await copyFiles(source.files, copy)
  const secrets = fingerprintOf(await readFile(join(source.dataDir, SECRETS_FILE), 'utf8')) ?? undefined
  const manifest = { made_at: new Date().toISOString(), version: VERSION, secrets, ...database, files }
  await copy.write(MANIFEST, Readable.from([JSON.stringify(manifest, null, 2)]))
  return manifest
}

const copyDatabase = (
  url: string,
  copy: CopyFolder,
): Promise<Omit<Manifest, 'made_at' | 'version' | 'secrets' | 'files'>> =>
  inTransaction(url, 'isolation level repeatable read read only', async (client) => {
    const postgres = await selectVersion(client)
    const migrations = await selectMigrations(client)
    const tables: Table[] = []
    for (const table of await selectTables(client))
      tables.push({ ...table, ...(await copyTable(client, copy, table)) })
    // After the rows: a sequence is not part of the snapshot, and may be ahead of it but never behind.
    return { postgres, migrations, tables, sequences: await selectSequences(client) }
  })

async function copyTable(
  client: Client,
  copy: CopyFolder,
  table: Pick<Table, 'schema' | 'name' | 'columns'>,
): Promise<Pick<Table, 'rows' | 'sha256'>> {
  const rows = rowsOf(client, table)
  const hash = createHash('sha256')
  const hashed = new PassThrough().on('data', (chunk) => hash.update(chunk))
  // A failure reaches the last stream, whose reader reports it.
  await copy.write(
    tablePath(table),
    pipeline(rows, hashed, createGzip({ level: 4 }), () => undefined),
  )
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

async function copyFiles(files: Files, copy: CopyFolder): Promise<Manifest['files']> {
  const copied: Manifest['files'] = []
  for (const name of [...PUBLIC_FOLDERS, ...PRIVATE_FOLDERS])
    for await (const { path } of files.list(name)) {
      const bytes = await files.read(path)
      if (!bytes || path.endsWith('.part')) continue
      await copy.write(filePath(path), Readable.from([bytes]))
      copied.push({ path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  return copied
}
