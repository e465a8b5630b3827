import { createReadStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Files } from '#server/lib/files.ts'
import { migrate } from '#server/lib/migrate.ts'
import { createPrivateFile } from '#server/lib/private-file.ts'
import { type Manifest, SECRETS, type Table, tablePath, verifyBackup } from './manifest.ts'
import {
  analyze,
  type Client,
  columnsOf,
  emptyTables,
  hasAccounts,
  inTransaction,
  nameOf,
  rowsInto,
  selectMigrations,
  selectTables,
  setSequences,
  suspendRules,
} from './queries.ts'

interface Target {
  databaseUrl: string
  files: Files
  dataDir: string
}

/**
 * Restores a backup into an installation without accounts, made by the version that made the backup. The database is restored in one
 * transaction, in which every foreign key and every number of rows is checked. Files come before it: without rows nobody asks for them.
 */
export async function restoreBackup(folder: string, target: Target): Promise<Manifest> {
  const manifest = await verifyBackup(folder)
  await migrate(target.databaseUrl)
  await inTransaction(target.databaseUrl, 'read write', (client) => requireFit(client, manifest))
  await restoreSecrets(folder, target.dataDir)
  for (const { path } of manifest.files)
    await target.files.write(path, await readFile(join(folder, 'files', path)))
  await restoreDatabase(folder, manifest, target.databaseUrl)
  return manifest
}

/** Second factors are encrypted with them. */
async function restoreSecrets(folder: string, dataDir: string): Promise<void> {
  const path = join(dataDir, SECRETS)
  const given = await readFile(join(folder, SECRETS), 'utf8')
  await mkdir(dataDir, { recursive: true })
  await createPrivateFile(path, given)
  if ((await readFile(path, 'utf8')) !== given)
    throw new Error(`${path} é de outra instalação. Restaure numa pasta de dados vazia.`)
}

async function restoreDatabase(folder: string, manifest: Manifest, url: string): Promise<void> {
  await inTransaction(url, 'read write', async (client) => {
    await requireFit(client, manifest)
    const rules = await suspendRules(client, manifest.tables)
    await emptyTables(client, manifest.tables)
    for (const table of manifest.tables) await restoreTable(client, folder, table)
    await rules.restore()
    await setSequences(client, manifest.sequences)
    await analyze(client)
  })
}

/** Asked before anything is written, and again in the transaction that writes. */
async function requireFit(client: Client, manifest: Manifest): Promise<void> {
  const here = [
    await selectMigrations(client),
    (await selectTables(client)).map((table) => [nameOf(table), columnsOf(table)]),
  ]
  const there = [manifest.migrations, manifest.tables.map((table) => [nameOf(table), columnsOf(table)])]
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new Error(
      'A cópia é de outra versão da Largada. Restaure-a com a versão que a fez, e atualize depois.',
    )
  if (await hasAccounts(client)) throw new Error('O banco de dados não está vazio: já tem contas.')
}

async function restoreTable(client: Client, folder: string, table: Table): Promise<void> {
  const rows = rowsInto(client, table)
  await pipeline(createReadStream(tablePath(folder, table)), createGunzip(), rows)
  if (rows.rowCount !== table.rows)
    throw new Error(`A tabela ${nameOf(table)} tem ${rows.rowCount} linhas, e não ${table.rows}.`)
}
