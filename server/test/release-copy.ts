import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { createBackup } from '#server/backup/create-backup.ts'
import { filePath, MANIFEST, Manifest, tablePath } from '#server/backup/manifest.ts'
import { loadCities } from '#server/features/city/directory.ts'
import { loadPermissions } from '#server/features/producer/load-permissions.ts'
import { createDb, createPool } from '#server/lib/db.ts'
import { migrate } from '#server/lib/migrate.ts'
import { SECRETS_FILE } from '#server/lib/secrets.ts'
import { loadSubscriptions } from '#server/worker.ts'
import { listeningApp } from './listening-app.ts'
import { fillEveryTable, type Load } from './release-data.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

/** A backup of a small installation in one file, with rows in every table. Each release keeps one. */
export interface ReleaseCopy {
  manifest: Manifest
  secrets: string
  /** The rows of each table, as COPY writes them. */
  tables: Record<string, string>
  /** The content of each file, in base64. */
  files: Record<string, string>
  load: Load
}

/** Makes a copy of an installation of the current version, on a PostgreSQL of its own. */
export async function makeReleaseCopy(): Promise<ReleaseCopy> {
  const postgres = await startTemporaryPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
  const db = createDb(createPool(postgres.url))
  try {
    await migrate(postgres.url)
    await loadCities(db)
    await loadPermissions(db)
    await loadSubscriptions(db)
    const app = await listeningApp(db)
    try {
      const load = await fillEveryTable(app)
      const { files, config } = app.deps
      const backup = join(folder, 'backup')
      const { dataDir } = config
      await createBackup({ databaseUrl: postgres.url, files, dataDir, key: null }, backup)
      const secrets = await readFile(join(dataDir, SECRETS_FILE), 'utf8')
      return { ...(await readBackup(backup)), secrets, load }
    } finally {
      await app.close()
    }
  } finally {
    await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function readBackup(folder: string): Promise<Omit<ReleaseCopy, 'secrets' | 'load'>> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  const tables: ReleaseCopy['tables'] = {}
  for (const table of manifest.tables)
    tables[`${table.schema}.${table.name}`] = String(
      await promisify(gunzip)(await readFile(join(folder, tablePath(table)))),
    )
  const files: ReleaseCopy['files'] = {}
  for (const { path } of manifest.files) files[path] = await readFile(join(folder, filePath(path)), 'base64')
  return { manifest, tables, files }
}

/** Writes the copy as a folder that `npm run restore` reads. */
export async function writeBackup({ manifest, secrets, tables, files }: ReleaseCopy, folder: string) {
  await mkdir(join(folder, 'tables'), { recursive: true })
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest))
  await writeFile(join(folder, SECRETS_FILE), secrets)
  for (const table of manifest.tables)
    await writeFile(
      join(folder, tablePath(table)),
      await promisify(gzip)(tables[`${table.schema}.${table.name}`] ?? ''),
    )
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, filePath(path))), { recursive: true })
    await writeFile(join(folder, filePath(path)), content, 'base64')
  }
}

export const packed = (copy: ReleaseCopy): Promise<Buffer> =>
  promisify(gzip)(JSON.stringify(copy), { level: 9 })

export const readCopy = async (path: string | URL): Promise<ReleaseCopy> =>
  JSON.parse(String(await promisify(gunzip)(await readFile(path))))
